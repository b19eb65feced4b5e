import { DAY_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import { type Reader, transact, type Trx } from '../../../platform/database.ts'
import { say } from '../../../platform/language/words.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import { requireMember } from '../../identity/index.ts'
import { KEPT, keptOf } from '../browse/attribute-filters.ts'
import { placeOf } from '../browse/public-filter.ts'
import { readingsOf } from '../browse/words/words.ts'
import { CATALOG_CODES } from '../contract.ts'
import { ANCHOR_LENGTH, RESTS_AFTER_DAYS, restingSince } from './match-searches.ts'
import type { ChangeSearchBody, SavedSearch, SaveSearchBody, SearchQuery } from './contract.ts'

/** A member may save so many. */
const MOST = 50

interface Row {
  id: string
  query: SearchQuery
  how: SavedSearch['how']
  shown: boolean
  created_at: Date
  read_at: Date
}

/** @throws NotSignedIn when the member has left; Conflict SEARCHES_FULL */
export function saveSearch(
  ctx: Context,
  { memberId, body }: { memberId: string; body: SaveSearchBody },
): Promise<SavedSearch> {
  return transact(ctx.db, async (trx) => {
    await requireMember(trx, memberId, 'turns')
    const there = await trx('saved_search').where({ member_id: memberId }).pluck('id')
    if (there.length >= MOST) {
      throw new Conflict(
        CATALOG_CODES.SEARCHES_FULL,
        say('You can save up to {most, plural, one {# search} other {# searches}}. Please remove one first.', {
          most: MOST,
        }),
      )
    }
    const { query, how, shown } = body
    const { rows } = await trx.raw<{ rows: [Row] }>(INSERT, {
      memberId,
      query: JSON.stringify(query),
      how,
      shown,
      now: ctx.clock.now(),
      ...criteriaOf(query),
    })
    return present(rows[0], rows[0].read_at)
  })
}

/** The conditions of the search on an entry, as `publicFilter` does. */
function criteriaOf(query: SearchQuery) {
  const { category, seller, within, search, city } = query
  const place = placeOf(query)
  return {
    category: category === undefined || category === 'all' ? null : category,
    ...keptOf(query),
    seller: seller ?? null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    within: within ?? null,
    titleWords: JSON.stringify(readingsOf(search ?? '')),
    cityWords: JSON.stringify(readingsOf(city ?? '')),
  }
}

const foldedWords = (words: string) =>
  `array(
    select folded from jsonb_to_recordset(${words}::jsonb) as given (word text, spelt boolean),
      lateral (select fold(word) || case when spelt then E'\\n' || spell_out(word) else '' end as folded) as readings
    where folded <> ''
  )`

/** The longest word is taken for the rarest; without words everything may fit. */
const INSERT = `
  insert into saved_search (member_id, query, how, shown, created_at, read_at, category, ${KEPT.join(', ')},
    seller_id, latitude, longitude, within, tiles, title_words, city_words, anchors)
  select :memberId, :query, :how, :shown, :now, :now, :category, ${KEPT.map((column) => `:${column}`).join(', ')},
    :seller, :latitude, :longitude, :within, tiles_within(:latitude, :longitude, :within), title_words, city_words,
    coalesce((
      select array(select left(reading, ${ANCHOR_LENGTH}) from string_to_table(word, E'\\n') as reading)
      from unnest(title_words) as word order by length(word) desc limit 1
    ), array[''])
  from (select ${foldedWords(':titleWords')} as title_words, ${foldedWords(':cityWords')} as city_words) as folded
  returning id, query, how, shown, created_at, read_at`

/** The member's searches, the latest first. */
export async function searchesOf({ db, clock }: Context, memberId: string): Promise<SavedSearch[]> {
  const rows = (await db('saved_search')
    .where({ member_id: memberId })
    .orderBy([{ column: 'created_at', order: 'desc' }, 'id'])) as Row[]
  return rows.map((row) => present(row, clock.now()))
}

/** The member has looked at these of their searches, or at all of them: they are at work for the next 60 days. */
export async function readSearches(
  { db, clock }: Context,
  { memberId, ids }: { memberId: string; ids: string[] | undefined },
): Promise<void> {
  const now = clock.now()
  const searches = db('saved_search').where({ member_id: memberId })
  if (ids) void searches.whereIn('id', ids)
  await searches.where('read_at', '<', new Date(now.getTime() - DAY_MS)).update({ read_at: now })
}

interface Own {
  memberId: string
  searchId: string
}

/** @throws NotFound SEARCH_NOT_FOUND, also for somebody else's */
export async function changeSearch(
  { db, clock }: Context,
  { memberId, searchId, body }: Own & { body: ChangeSearchBody },
): Promise<SavedSearch> {
  const now = clock.now()
  const [row] = (await db('saved_search')
    .where({ id: searchId, member_id: memberId })
    .update({ ...body, read_at: now })
    .returning('*')) as Row[]
  if (!row) throw searchNotFound()
  return present(row, now)
}

/** @throws NotFound SEARCH_NOT_FOUND, also for somebody else's */
export async function removeSearch({ db }: Context, { memberId, searchId }: Own): Promise<void> {
  const removed = await db('saved_search').where({ id: searchId, member_id: memberId }).delete()
  if (removed === 0) throw searchNotFound()
}

const searchNotFound = () => new NotFound('There is no such saved search', CATALOG_CODES.SEARCH_NOT_FOUND)

function present({ id, query, how, shown, created_at, read_at }: Row, now: Date): SavedSearch {
  const paused = read_at <= restingSince(now) ? new Date(read_at.getTime() + RESTS_AFTER_DAYS * DAY_MS) : null
  return { id, query, how, shown, createdAt: created_at.toISOString(), pausedAt: paused?.toISOString() ?? null }
}

export async function eraseSearches(trx: Trx, memberId: string): Promise<void> {
  await trx('search_match').where({ member_id: memberId }).delete()
  await trx('saved_search').where({ member_id: memberId }).delete()
}

export async function exportSearches(reader: Reader, memberId: string) {
  const rows = (await reader('saved_search').where({ member_id: memberId }).orderBy(['created_at', 'id'])) as Row[]
  return rows.map(({ query, how, shown, created_at }) => ({ query, how, shown, createdAt: created_at.toISOString() }))
}
