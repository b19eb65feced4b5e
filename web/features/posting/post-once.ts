import { type CreateListingBody, type Listing, CATALOG_CODES } from '../../../src/modules/catalog/contract.ts'
import type { PostedListing } from './post-done.tsx'
import { ApiError, call } from '../../lib/api.ts'

/**
 * Posts a listing. If the answer is lost, the member's own listings show whether it was posted: at once, or after a
 * retry, which the server refuses because a listing already has these photos.
 * @throws {ApiError} for an answer that is not 2xx @throws {TypeError} when the network is away
 */
export async function postOnce(body: CreateListingBody): Promise<PostedListing> {
  try {
    return await call('POST /api/items', { body })
  } catch (error) {
    const posted = mayBePosted(error) ? await findPosted(body) : undefined
    if (!posted) throw error
    return posted
  }
}

const mayBePosted = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.code === CATALOG_CODES.PHOTO_IN_USE

async function findPosted({ title, description, photos }: CreateListingBody): Promise<Listing | undefined> {
  const mine = await call('GET /api/items/user/me').catch(() => [])
  return mine.find(
    (listing) =>
      listing.title === title && listing.description === description && listing.photos.join() === photos.join(),
  )
}
