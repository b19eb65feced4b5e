import { type CreateListingBody, CATALOG_CODES } from '../../../src/modules/catalog/contract.ts'
import { ApiError, call } from '../../lib/api.ts'

/**
 * Posts an item. An answer can be lost on its way: then the member's own listings tell whether the item is there, at once
 * or when it is sent again, which the server refuses because its photos are in a listing already.
 * @throws {ApiError} for an answer that is not 2xx @throws {TypeError} when the network is away
 */
export async function postOnce(body: CreateListingBody): Promise<void> {
  try {
    await call('POST /api/items', { body })
  } catch (error) {
    if (!mayBePosted(error) || !(await isPosted(body))) throw error
  }
}

const mayBePosted = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.code === CATALOG_CODES.PHOTO_IN_USE

async function isPosted({ title, description, photos }: CreateListingBody): Promise<boolean> {
  const mine = await call('GET /api/items/user/me').catch(() => [])
  return mine.some(
    (listing) =>
      listing.title === title && listing.description === description && listing.photos.join() === photos.join(),
  )
}
