import type { Reader } from '../../../platform/database.ts'
import { MEMBER_ROWS } from '../../identity/index.ts'

const DAYS = 30
/** Two who trade once or twice, or a chain of neighbours, are what a market is for. */
const FEWEST_TRADES = 3
const MOST_MEMBERS = 100
const MOST_RINGS = 50

export interface Ring {
  memberIds: string[]
  trades: number
  since: Date
  /** Trades that earned nothing because of who they were between or whose card paid. */
  suspicious: number
}

interface Pair {
  one: string
  other: string
  trades: number
  suspicious: number
  since: Date
}

/** Something that a member shares with others: a card, who invited them, a mailbox or mail domain of their own. */
interface Tie {
  member: string
  what: string
}

const CLOSE = `('same mailbox', 'invited', 'same card', 'same domain', 'goes back')`
const TRADED = `
  select buyer_id, seller_id, purchase.id, earns_nothing, delivered_at
  from purchase_line join purchase on purchase.id = purchase_id
  where delivered_at > :now::timestamptz - make_interval(days => ${DAYS})`

/**
 * Members who in the last 30 days traded with each other alone, or with those who share a card, an inviter or a mail domain
 * with them, and more than a chain of neighbours does, or in ways that earn nothing; the most suspicious first, 50 at most. It
 * is for people to judge: in a young market that may be everybody. Of a group as large as a market, the suspicious trades alone
 * are grouped.
 */
export async function findRings(reader: Reader, now: Date): Promise<Ring[]> {
  const pairs = await findPairs(reader, now)
  const ties = await findTies(reader, now)
  return groupsOf(pairs, ties)
    .flatMap((group) =>
      membersOf(group).length <= MOST_MEMBERS ? [group] : groupsOf(group.filter(isSuspicious), ties),
    )
    .map((group) => ({
      memberIds: membersOf(group),
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

const isSuspicious = ({ suspicious }: Pair) => suspicious > 0
const membersOf = (pairs: Pair[]): string[] => [...new Set(pairs.flatMap(({ one, other }) => [one, other]))]

async function findPairs(reader: Reader, now: Date): Promise<Pair[]> {
  const { rows } = await reader.raw<{ rows: Pair[] }>(
    `select least(buyer_id, seller_id) as one, greatest(buyer_id, seller_id) as other,
       count(distinct id)::int as trades,
       count(distinct id) filter (where earns_nothing in ${CLOSE})::int as suspicious,
       min(delivered_at) as since
     from (${TRADED}) traded group by 1, 2`,
    { now },
  )
  return rows
}

async function findTies(reader: Reader, now: Date): Promise<Tie[]> {
  const { rows } = await reader.raw<{ rows: Tie[] }>(
    `with trader as (
       select buyer_id as id from (${TRADED}) traded union select seller_id from (${TRADED}) traded
     )
     select buyer_id as member, 'card ' || fingerprint as what
     from purchase_card join purchase on purchase.id = purchase_id where buyer_id in (select id from trader)
     union
     select member.id, tie.what from ${MEMBER_ROWS} member cross join lateral (
       values ('inviter ' || member.id), ('inviter ' || referred_by), ('mailbox ' || mailbox), ('domain ' || mail_domain)
     ) tie (what) where member.id in (select id from trader) and tie.what is not null`,
    { now },
  )
  return rows
}

/** The pairs, put together where they share a member, or something that two of their members share. */
function groupsOf(pairs: Pair[], ties: Tie[]): Pair[][] {
  const parents = new Map<string, string>()
  const rootOf = (id: string): string => {
    let root = id
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent
    if (root !== id) parents.set(id, root)
    return root
  }
  const join = (one: string, other: string) => {
    const [a, b] = [rootOf(one), rootOf(other)]
    if (a !== b) parents.set(a, b)
  }
  for (const { one, other } of pairs) join(one, other)
  const members = new Set(membersOf(pairs))
  for (const { member, what } of ties) if (members.has(member)) join(member, what)
  return [...Map.groupBy(pairs, ({ one }) => rootOf(one)).values()]
}
