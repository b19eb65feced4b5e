import type { Reader } from '../../../platform/database.ts'

const DAYS = 30
/** Two who trade once or twice, or a chain of neighbours, are what a market is for. */
const FEWEST_TRADES = 3
const MOST_MEMBERS = 100
const MOST_RINGS = 50

export interface Ring {
  memberIds: string[]
  trades: number
  since: Date
  /** How many of the trades earned nothing because of who they were between or whose card paid. */
  suspicious: number
}

interface Pair {
  one: string
  other: string
  trades: number
  suspicious: number
  since: Date
}

/**
 * Members who in the last 30 days traded with each other alone, and more than a chain of neighbours does, or in ways
 * that earn nothing; the most suspicious first, 50 at most. It is for people to judge: in a young market that may be everybody.
 */
export async function findRings(reader: Reader, now: Date): Promise<Ring[]> {
  const { rows: pairs } = await reader.raw<{ rows: Pair[] }>(
    `select least(buyer_id, seller_id) as one, greatest(buyer_id, seller_id) as other,
       count(distinct purchase.id)::int as trades,
       count(distinct purchase.id) filter (
         where earns_nothing in ('same mailbox', 'invited', 'same card', 'goes back')
       )::int as suspicious,
       min(delivered_at) as since
     from purchase_line join purchase on purchase.id = purchase_id
     where delivered_at > ?::timestamptz - make_interval(days => ${DAYS})
     group by 1, 2`,
    [now],
  )
  return groupsOf(pairs)
    .map((group) => ({
      memberIds: [...new Set(group.flatMap(({ one, other }) => [one, other]))],
      trades: group.reduce((sum, { trades }) => sum + trades, 0),
      suspicious: group.reduce((sum, { suspicious }) => sum + suspicious, 0),
      since: new Date(Math.min(...group.map(({ since }) => since.getTime()))),
    }))
    .filter(
      ({ memberIds, trades, suspicious }) =>
        trades >= FEWEST_TRADES && memberIds.length <= MOST_MEMBERS && (suspicious > 0 || trades >= memberIds.length),
    )
    .toSorted((one, other) => other.suspicious - one.suspicious || other.trades - one.trades)
    .slice(0, MOST_RINGS)
}

/** The pairs, put together where they share a member. */
function groupsOf(pairs: Pair[]): Pair[][] {
  const parents = new Map<string, string>()
  const rootOf = (id: string): string => {
    let root = id
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent
    if (root !== id) parents.set(id, root)
    return root
  }
  for (const { one, other } of pairs) {
    const [a, b] = [rootOf(one), rootOf(other)]
    if (a !== b) parents.set(a, b)
  }
  return [...Map.groupBy(pairs, ({ one }) => rootOf(one)).values()]
}
