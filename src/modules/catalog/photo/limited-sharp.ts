import sharp from 'sharp'
import { createGate } from './gate.ts'

// A picture of 40 megapixels takes up to 250 MB while it is decoded, whoever sent it, and sharp's cache would keep some.
// One thread for each picture, so that browsing keeps the others.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Everything that decodes a picture goes through here: one at a time in each process, so that many who upload at once wait
 * for each other instead of taking all the memory there is. Never one inside of another.
 */
export const oneAtATime = createGate(1)

export { sharp }
