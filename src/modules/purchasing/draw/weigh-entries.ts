import { DAY_MS } from '../../../platform/durations.ts'
import type { Reader } from '../../../platform/database.ts'
import { accountsOfMailboxes } from '../../identity/index.ts'
import { FULL_WEIGHT, KEPT_SHARE, MOST_WINS, WINS_DAYS } from '../draw-order.ts'

/** Appointments that members had kept by then, of all they had; members without any are not in it. */
export type PromisesOf = (
  reader: Reader,
  memberIds: string[],
  by: Date,
) => Promise<Map<string, { kept: number; of: number }>>

/**
 * The weight of each member's ticket: less for who has won things lately, and half for who doesn't keep appointments, with
 * whatever account of their mailbox. All of it as it was when the draw closed, however much later that is reckoned.
 */
export async function weightsOf(
  reader: Reader,
  memberIds: string[],
  { promisesOf, closesAt }: { promisesOf: PromisesOf; closesAt: Date },
): Promise<Map<string, number>> {
  const accounts = await accountsOfMailboxes(reader, memberIds)
  const everyAccount = [...accounts.values()].flat()
  const { rows } = await reader.raw<{ rows: { id: string; wins: number }[] }>(
    `select member_id as id, count(*)::int as wins
     from draw_entry entry
     where member_id = any(:memberIds::uuid[]) and exists (
       select from purchase_line line join purchase on purchase.id = line.purchase_id
       where line.listing_id = entry.listing_id and purchase.buyer_id = entry.member_id
         and purchase.paid_at > :since and purchase.paid_at <= :closesAt
         and (line.cancelled_at is null or line.cancelled_at > :closesAt)
     )
     group by member_id`,
    { memberIds: everyAccount, since: new Date(closesAt.getTime() - WINS_DAYS * DAY_MS), closesAt },
  )
  const wins = new Map(rows.map((row) => [row.id, row.wins]))
  const promises = await promisesOf(reader, everyAccount, closesAt)
  return new Map(
    memberIds.map((id) => {
      const own = accounts.get(id) ?? [id]
      const sumOf = (count: (account: string) => number | undefined) =>
        own.reduce((sum, account) => sum + (count(account) ?? 0), 0)
      const of = sumOf((account) => promises.get(account)?.of)
      const kept = sumOf((account) => promises.get(account)?.kept)
      const weight =
        FULL_WEIGHT /
        (1 +
          Math.min(
            sumOf((account) => wins.get(account)),
            MOST_WINS,
          ))
      return [id, of > 0 && kept / of < KEPT_SHARE ? Math.max(1, Math.floor(weight / 2)) : weight]
    }),
  )
}
