import type { Trx } from '../../../platform/database.ts'
import { closenessOf, type Closeness } from '../../identity/index.ts'
import { cardMates } from '../card/card-users.ts'

const ENOUGH = 2
/** A member with so many trades in their own circle alone is asked about the latest of them. */
const MOST_LOOKED_AT = 20

/** Whether the member has traded with two households that have nothing to do with them, with each other, or with who invited them. */
export async function tradedOutside(
  trx: Trx,
  { memberId, referredBy }: { memberId: string; referredBy: string },
): Promise<boolean> {
  const outside: string[] = []
  for (const other of await tradedWith(trx, memberId)) {
    if (await isClose(trx, other, memberId)) continue
    if (await isClose(trx, other, referredBy)) continue
    let sameHousehold = false
    for (const one of outside) sameHousehold ||= await isClose(trx, other, one, ['invited'])
    if (!sameHousehold) outside.push(other)
    if (outside.length === ENOUGH) return true
  }
  return false
}

async function isClose(trx: Trx, one: string, other: string, except: Closeness[] = []): Promise<boolean> {
  const { closeness } = await closenessOf(trx, one, other, { mates: cardMates })
  return closeness !== null && !except.includes(closeness)
}

/** The members with whom this one has had trades that earn, latest first. */
async function tradedWith(trx: Trx, memberId: string): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select case when buyer_id = :memberId then seller_id else buyer_id end as id
     from purchase join purchase_line on purchase_id = purchase.id
     where (buyer_id = :memberId or seller_id = :memberId) and purchase_line.state = 'delivered' and earns_nothing is null
     group by 1 order by max(delivered_at) desc, 1 limit ${MOST_LOOKED_AT}`,
    { memberId },
  )
  return rows.map(({ id }) => id)
}
