import { readFileSync } from 'node:fs'
import type { ListingCard } from '../../modules/catalog/contract.ts'
import { readSize } from '../../modules/catalog/sizes.ts'
import type { Held } from './fill-neighbourhood.ts'

/**
 * A parent's search, and what fits: one of these kinds in one of these sizes. Without kinds all clothes do, without
 * sizes every size.
 */
interface Search {
  words: string
  kinds?: string[]
  sizes?: string[]
}

/** Searches of ordinary parents, in the words of real marketplaces; written down first, and changed by nobody. */
export const SEARCHES = JSON.parse(readFileSync(new URL('searches.json', import.meta.url), 'utf8')) as Search[]

/** Two rows of things on a desktop, six on a phone. */
const SEEN = 12

export interface Found {
  words: string
  /** Things that fit among the first that are seen, hits before near misses; 0: not found. */
  fitting: number
  seen: number
  /** Whether a thing that fits is among the hits themselves. */
  hit: boolean
}

/** Asks as the page does: with the size that the words name, and for near misses under the hits. @param origin of the site */
export async function askSearches(origin: string, held: Map<string, Held>): Promise<Found[]> {
  const found: Found[] = []
  for (const search of SEARCHES) {
    const { size, rest = search.words } = readSize(search.words) ?? {}
    const query = { status: 'available', limit: '24', ...(rest && { search: rest }), ...(size && { size }) }
    const hits = await get(origin, '/api/items', query)
    const { limit: _, ...asked } = { ...query, ...(hits.showing !== null && { search: hits.showing }) }
    const near = await get(origin, '/api/items/related', asked)
    const fits = ({ id }: ListingCard) => {
      const thing = held.get(id)
      if (!thing) throw new Error(`${id} is no listing of this market`)
      const kinds = search.kinds?.includes(thing.kind) ?? thing.sizes === 'ages'
      return kinds && (search.sizes?.includes(thing.size ?? '') ?? true)
    }
    const seen = [...hits.cards, ...near.cards].slice(0, SEEN)
    const fitting = seen.filter(fits).length
    found.push({ words: search.words, fitting, seen: seen.length, hit: hits.cards.some(fits) })
  }
  return found
}

async function get(origin: string, path: string, query: Record<string, string>) {
  const answer = await fetch(`${origin}${path}?${new URLSearchParams(query).toString()}`)
  if (answer.status !== 200) throw new Error(`${path} ${JSON.stringify(query)}: ${answer.status}`)
  const showing = answer.headers.get('x-showing')
  return { cards: (await answer.json()) as ListingCard[], showing: showing && decodeURIComponent(showing) }
}
