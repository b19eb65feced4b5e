import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import type { Http } from '../../../platform/http/http.ts'
import { peekSessionMember } from '../../../platform/http/session/session.ts'
import { findCaller } from '../../identity/index.ts'
import { findListing } from '../listing/listing.ts'
import { Photo, photoKey } from './photo.ts'

/** Whether a message of the conversation that this one is in was reported: admin knows. */
export type IsReported = (reader: Reader, messageId: string) => Promise<boolean>

const FILE_NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.webp|-(?:320|640|1280)\.(?:avif|webp))$/

/**
 * Answers a photo's file, or the photo itself where a variant is not made yet. A file never changes under its name, so
 * a browser that has seen it may cache it for ever, the stand-in for a minute. Shared caches keep nothing: photos of
 * a deleted account, and of a listing that an admin has hidden, are gone at once; photos of a message nobody keeps.
 */
export async function servePhoto(
  ctx: Context,
  http: Http,
  { fileName, isReported }: { fileName: string; isReported: IsReported },
): Promise<void> {
  http.set('X-Content-Type-Options', 'nosniff')
  const [, id] = FILE_NAME.exec(fileName) ?? []
  // The database first: it knows at once what was never there, and a bucket is paid for each question.
  const sight = id === undefined ? 'nobody' : await whoSees(ctx, http, { photoId: id, isReported })
  const exact = sight === 'nobody' ? null : await ctx.photos.get(photoKey(fileName))
  const bytes = exact ?? (sight === 'nobody' ? null : await ctx.photos.get(photoKey(`${id}.webp`)))
  if (!bytes) {
    http.status = 404
    http.type = 'text/plain'
    http.set('Cache-Control', 'no-store')
    http.body = 'There is no such photo'
    return
  }
  http.type = exact && fileName.endsWith('.avif') ? 'image/avif' : 'image/webp'
  const kept = exact ? 'private, max-age=31536000, immutable' : 'private, max-age=60'
  http.set('Cache-Control', sight === 'everybody' ? kept : 'private, no-store')
  http.body = bytes
}

/**
 * A hidden listing's photos are still seen by its owner, its buyer and the admins; a message's by its two sides alone, and by
 * the admins where something of that conversation was reported.
 */
async function whoSees(
  ctx: Context,
  http: Http,
  { photoId, isReported }: { photoId: string; isReported: IsReported },
): Promise<'everybody' | 'caller' | 'nobody'> {
  const photo = await Photo.query(ctx.db)
    .findById(photoId)
    .whereNull('discarded_at')
    .select('listing_id', 'message_id', 'shown_to')
  if (!photo) return 'nobody'
  const { messageId, shownTo } = photo
  if (shownTo !== null) {
    const reader = messageId === null ? null : await callerOf(ctx, http)
    if (messageId === null || reader === null) return 'nobody'
    const sees = shownTo.includes(reader.id) || (reader.access === 'admin' && (await isReported(ctx.db, messageId)))
    return sees ? 'caller' : 'nobody'
  }
  const listing = photo.listingId === null ? null : await findListing(ctx.db, photo.listingId)
  if (!listing || listing.hiddenAt === null) return 'everybody'
  const caller = await callerOf(ctx, http)
  const involved = caller && (caller.access === 'admin' || [listing.sellerId, listing.buyerId].includes(caller.id))
  return involved ? 'caller' : 'nobody'
}

async function callerOf(ctx: Context, http: Http) {
  const memberId = await peekSessionMember(ctx, http)
  return memberId === null ? null : await findCaller(ctx.db, memberId)
}
