import { z } from 'zod'
import { words } from './language/words.ts'

/** The query of a list that comes in pages; `Link` tells where the next one is (RFC 8288). */
export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  /** The id of the last one of the page before. */
  cursor: z.uuid(words('Unknown page')).optional(),
})
export type PageQuery = z.infer<typeof PageQuery>

/** The query of a list whose rows may move or go while it is read: the cursor is a place in it, not a row. */
export const PlaceQuery = PageQuery.extend({
  /** Microseconds, as exact as the database keeps time, and an id: the last one's place. */
  cursor: z
    .string()
    .regex(/^\d{16}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, words('Unknown page'))
    .optional(),
})
export type PlaceQuery = z.infer<typeof PlaceQuery>

export interface Page<T> {
  rows: T[]
  /** The cursor of the page after this one, while there is one. */
  next: string | undefined
}

/**
 * A page of `found`, which holds one row more than the page where there is a next one.
 * @param cursorOf the place of a row in the order of the list; its id alone where no row ever moves
 */
export function pageOf<T extends { id: string }>(
  found: T[],
  { limit }: Pick<PageQuery, 'limit'>,
  cursorOf: (row: T) => string = ({ id }) => id,
): Page<T> {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: last && found.length > limit ? cursorOf(last) : undefined }
}
