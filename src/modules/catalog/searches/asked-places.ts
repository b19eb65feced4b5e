import type { Context } from '../../../platform/context.ts'
import type { Point } from '../../../platform/geocoder.ts'
import { createBackoff } from '../../../platform/http/limits/backoff.ts'

const DAY = 24 * 60 * 60
const WEEK = 7 * DAY
/** More than a seller passes things on from. */
const PLACES_A_WEEK = 5

/**
 * Places of those who look for a listing are told of few a week: of many, by moving a listing about, they could be
 * found, though nobody says who they are.
 */
export function askedPlaces(ctx: Context) {
  const seen = createBackoff(ctx, { keyPrefix: 'wanted-at', free: WEEK, first: 1, longest: 1, forget: WEEK })
  const places = createBackoff(ctx, {
    keyPrefix: 'wanted-places',
    free: PLACES_A_WEEK,
    first: DAY,
    longest: WEEK,
    forget: WEEK,
  })
  /** @throws AppError 429 for one place too many */
  return async (sellerId: string, place: Point | null): Promise<void> => {
    const key = `${sellerId} ${place?.latitude},${place?.longitude}`
    if (place === null || (await seen.count(key)) > 0) return
    await places.take(sellerId)
    await seen.add(key)
  }
}
