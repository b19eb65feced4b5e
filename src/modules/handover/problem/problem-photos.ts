import { DAY_MS } from '../../../platform/durations.ts'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { transact, type Reader } from '../../../platform/database.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import type { Http } from '../../../platform/http/http.ts'
import { peekSessionMember } from '../../../platform/http/session/session.ts'
import { say } from '../../../platform/language/words.ts'
import { MAX_PHOTO_BYTES, photoReader } from '../../catalog/index.ts'
import { findCaller, requireMember } from '../../identity/index.ts'
import { findOrder, findWhole, lockWhole, purchaseNotFound } from '../../purchasing/index.ts'
import { MAX_PROBLEM_PHOTOS, PROBLEM_PHOTO_DAYS } from '../constants.ts'
import { HANDOVER_CODES, type Trade } from '../contract.ts'
import { presentTrade } from '../trade/present-trade.ts'
import { refreshCards } from '../trade/announce.ts'
import { findTrade, sideOf } from '../trade/trade.ts'
import { fileOf, ProblemPhoto } from './problem-photo.ts'
import { reportedAt } from './problem.ts'

/**
 * Makes what takes photos about an open problem, up to three of each side, by the same checks as all photos.
 * @throws {NotFound} PURCHASE_NOT_FOUND; Conflict NO_PROBLEM, PHOTOS_FULL; as `photoReader`
 */
export function problemPhotoUploads(ctx: Context) {
  const readPhotos = photoReader(ctx)
  return async function add({ purchaseId, memberId, http }: { purchaseId: string; memberId: string; http: Http }) {
    // Before the upload is read, and again before it is kept.
    await requireRoom(ctx.db, await ownOrder(ctx.db, purchaseId, memberId), memberId, 1)
    const limits = { maxFiles: MAX_PROBLEM_PHOTOS, maxBytes: MAX_PROBLEM_PHOTOS * MAX_PHOTO_BYTES }
    const decoded = await readPhotos({ ownerId: memberId, http, ...limits })
    const photos = decoded.map(({ bytes }) => ({ id: randomUUID(), bytes }))
    await transact(ctx.db, async (trx) => {
      await requireMember(trx, memberId)
      const order = await lockWhole(trx, purchaseId)
      await requireRoom(trx, order, memberId, photos.length)
      const createdAt = ctx.clock.now()
      const eraseAt = new Date(createdAt.getTime() + PROBLEM_PHOTO_DAYS * DAY_MS)
      await ProblemPhoto.query(trx).insert(
        photos.map(({ id }) => ({ id, purchaseId: order.id, ownerId: memberId, createdAt, eraseAt })),
      )
    })
    await keepFiles(ctx, photos)
    return showCard(ctx, purchaseId, memberId)
  }
}

async function ownOrder(reader: Reader, purchaseId: string, memberId: string) {
  const order = await findWhole(reader, purchaseId)
  if (!order || !sideOf(order, memberId)) throw purchaseNotFound()
  return order
}

async function requireRoom(
  reader: Reader,
  order: Awaited<ReturnType<typeof ownOrder>>,
  ownerId: string,
  more: number,
): Promise<void> {
  if (!reportedAt(order)) throw new Conflict(HANDOVER_CODES.NO_PROBLEM, 'There is no problem here to show photos of')
  const kept = await ProblemPhoto.query(reader).where({ purchase_id: order.id, owner_id: ownerId }).resultSize()
  if (kept + more > MAX_PROBLEM_PHOTOS)
    throw new Conflict(
      HANDOVER_CODES.PHOTOS_FULL,
      say('You can show up to {most, plural, one {# photo} other {# photos}}', { most: MAX_PROBLEM_PHOTOS }),
    )
}

/** Where the store is away, nothing is left of it but rows that are soon erased. */
async function keepFiles(ctx: Context, photos: { id: string; bytes: Buffer }[]): Promise<void> {
  try {
    for (const { id, bytes } of photos) await ctx.photos.put(fileOf(id), bytes, 'image/webp')
  } catch (error) {
    const ids = photos.map(({ id }) => id)
    await ProblemPhoto.query(ctx.db).whereIn('id', ids).delete()
    throw error
  }
}

async function showCard(ctx: Context, purchaseId: string, memberId: string): Promise<Trade> {
  const seen = await findTrade(ctx.db, purchaseId, { id: memberId, access: 'member' })
  await transact(ctx.db, (trx) => refreshCards(trx, seen.order))
  return presentTrade(ctx, ctx.db, seen)
}

/** Answers the file to buyer, seller and admins; for everybody else there is none. */
export async function serveProblemPhoto(ctx: Context, http: Http, fileName: string): Promise<void> {
  const [, id] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/.exec(fileName) ?? []
  const bytes = id !== undefined && (await mayBeSeen(ctx, http, id)) ? await ctx.photos.get(fileOf(id)) : null
  if (!bytes) throw new NotFound('There is no such photo')
  http.set('X-Content-Type-Options', 'nosniff')
  http.set('Cache-Control', 'private, no-store')
  http.type = 'image/webp'
  http.body = bytes
}

async function mayBeSeen(ctx: Context, http: Http, id: string): Promise<boolean> {
  const memberId = await peekSessionMember(ctx, http)
  const caller = memberId === null ? null : await findCaller(ctx.db, memberId)
  if (!caller) return false
  const photo = await ProblemPhoto.query(ctx.db).findById(id).where('erase_at', '>', ctx.clock.now())
  const order = photo && (await findOrder(ctx.db, photo.purchaseId))
  return order !== undefined && (caller.access === 'admin' || sideOf(order, caller.id) !== undefined)
}

/** Every night: erases what is old enough, file first, so that a crash in between is finished by the next run. */
export async function eraseProblemPhotos(ctx: Context): Promise<void> {
  const due = await ProblemPhoto.query(ctx.db).where('erase_at', '<=', ctx.clock.now()).orderBy('erase_at')
  for (const { id } of due) {
    await ctx.photos.delete(fileOf(id))
    await ProblemPhoto.query(ctx.db).where({ id }).delete()
  }
}
