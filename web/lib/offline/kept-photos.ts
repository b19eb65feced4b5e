import { HOUR_MS } from '../../../src/platform/durations.ts'
import { type KeptPhoto, allIn, put, remove } from './outbox-store.ts'
import { sendOutbox } from './outbox.ts'

/** The server removes a photo that nothing shows after a day. */
const LASTS_MS = 12 * HOUR_MS

/** @returns its number; undefined where nothing can be kept */
export const keepPhoto = (photo: KeptPhoto): Promise<number | undefined> =>
  put('photos', photo).then(Number, () => undefined)

/** Keeps a photo on this device until it has been sent: the page may be closed before. */
export async function waitInStore(photo: KeptPhoto): Promise<number | undefined> {
  const seq = await keepPhoto(photo)
  sendOutbox()
  return seq
}

export const sentNow = (url: string): NonNullable<KeptPhoto['sent']> => ({ url, at: Date.now() })

export const forgetPhoto = (seq: number): Promise<unknown> => remove('photos', seq).catch(() => undefined)

/** The photos that wait on this device for a form: not sent yet, `shared` and waiting for a tap, or sent since. */
export async function photosFor(memberId: string, route: KeptPhoto['route']): Promise<(KeptPhoto & { seq: number })[]> {
  const all = await allIn('photos').catch(() => [])
  return all
    .filter((photo) => photo.route === route && ['', memberId].includes(photo.memberId))
    .map(({ sent, ...photo }) => (sent && Date.now() - sent.at < LASTS_MS ? { ...photo, sent } : photo))
}
