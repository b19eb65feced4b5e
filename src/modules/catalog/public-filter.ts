import { BUILT_IN_CATEGORIES, type BrowseQuery } from './contract.ts'

/** A condition in SQL with named bindings. What has few values is written out in it, what visitors type is bound. */
export interface Filter {
  sql: string
  bindings: Record<string, string | number>
  /** Whether the tallies, kept by category and status, can count what it finds: not with a text or a seller. */
  tallied: boolean
}

type Wanted = Pick<BrowseQuery, 'search' | 'city' | 'category' | 'status' | 'seller'>

/** Which public listings are wanted; everything that is given must hold. */
export function publicFilter({ search, city, category, status, seller }: Wanted): Filter {
  const conditions = [status === undefined ? `status <> 'withdrawn'` : `status = '${status}'`]
  const bindings: Filter['bindings'] = {}
  if (isBuiltIn(category)) conditions.push(`category = '${category}'`)
  else if (category !== undefined && category !== 'all') {
    conditions.push('category = :category')
    bindings['category'] = category
  }
  if (search) {
    conditions.push('title ilike :search')
    bindings['search'] = containing(search)
  }
  if (city) {
    conditions.push('city ilike :city')
    bindings['city'] = containing(city)
  }
  if (seller !== undefined) {
    conditions.push('user_id = :seller')
    bindings['seller'] = seller
  }
  return { sql: conditions.join(' and '), bindings, tallied: !(search || city || seller) }
}

type BuiltIn = (typeof BUILT_IN_CATEGORIES)[number]
const isBuiltIn = (category: string | undefined): category is BuiltIn =>
  BUILT_IN_CATEGORIES.some((builtIn) => builtIn === category)

/** `%` and `_` of the reader stand for themselves. */
const containing = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`
