import sharp from 'sharp'
import { createGate } from './gate.ts'

// A picture of 40 megapixels takes up to 250 MB while it is decoded, and sharp's cache would hold on to some of it.
// One thread for each picture, so that browsing keeps the others.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Everything that decodes a picture goes through here: one at a time in each process, so that many uploads at once
 * queue up instead of exhausting memory. Must not be nested.
 */
export const oneAtATime = createGate(1)

export { sharp }
