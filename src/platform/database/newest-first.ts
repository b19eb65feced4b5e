import { raw } from 'objection'
import { pageOf, type Page, type PlaceQuery } from '../page.ts'
import type { RowQuery } from './typed-query.ts'

/** A page of the rows of `query`, the newest first by the time in `column`, then by id. */
export async function newestFirst<Columns extends { id: string }, Row extends { id: string }>(
  query: RowQuery<Columns, Row>,
  column: keyof Columns & string,
  { limit, cursor }: Pick<PlaceQuery, 'limit' | 'cursor'>,
): Promise<Page<Row>> {
  // A Date has milliseconds only: rows of the same one would be left out between two pages.
  const place = raw("(extract(epoch from ??) * 1000000)::int8::text || '_' || id", column).as('place')
  if (cursor !== undefined)
    void query.whereRaw("(??, id) < (timestamptz 'epoch' + ?::int8 * interval '1 microsecond', ?::uuid)", [
      column,
      ...cursor.split('_'),
    ])
  const found = await query
    .select('*', place)
    .orderBy([
      { column, order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit + 1)
  return pageOf(found, { limit }, (row) => (row as Row & { place: string }).place)
}
