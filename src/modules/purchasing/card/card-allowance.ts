import { BOUGHT, inSql } from '../states.ts'
import type { Trx } from '../../../platform/database.ts'
import { CARD_ALLOWANCE_TOKENS } from '../contract.ts'
import { totalOf, type Order } from '../purchase.ts'

const MONTH_DAYS = 31

/**
 * Whether the card can pay with these tokens, too. Tokens are made by bonuses alone, and whoever plays many members makes many:
 * so what counts is what can be spent. A card pays for all that its members have earned by selling to others, and in any
 * month for {@link CARD_ALLOWANCE_TOKENS} beyond that; what a month leaves over is not saved up. Whatever a group of players
 * trades among themselves, one card's earnings are another one's spending, so that all of them together have no more
 * than that for each card.
 *
 * Cards of the same members count together: else what one member has earned would be spent once with each.
 */
export async function cardHasLeft(trx: Trx, order: Order, fingerprint: string, now: Date): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { left: boolean }[] }>(
    `with recursive card (fingerprint) as (
       select :fingerprint::text
       union
       select fingerprint from purchase_card join purchase on id = purchase_id where buyer_id = :buyerId
       union
       select theirs.fingerprint from card
       join purchase_card mine on mine.fingerprint = card.fingerprint
       join purchase paid on paid.id = mine.purchase_id
       join purchase other on other.buyer_id = paid.buyer_id
       join purchase_card theirs on theirs.purchase_id = other.id
     ), bought as materialized (
       select purchase.* from purchase_card join card using (fingerprint) join purchase on id = purchase_id
     ), payer (id) as (
       select buyer_id from bought union select :buyerId::uuid
     ), change (at, tokens) as (
       select paid_at, price + fee from purchase_line join bought on bought.id = purchase_id
       where purchase_line.state in ${inSql(BOUGHT)}
       union all
       select purchase_line.delivered_at, -price from purchase sale join purchase_line on purchase_id = sale.id
       where seller_id in (select id from payer) and purchase_line.state = 'delivered'
         and sale.id not in (select id from bought)
     ), beyond (at, tokens) as (
       -- What was spent by then beyond what was earned; sales of the same moment come first.
       select at, sum(tokens) over (order by at, tokens rows unbounded preceding) from change
     )
     select coalesce((select sum(tokens) from change), 0) + :total
       <= greatest((select max(tokens) from beyond where at <= :now::timestamptz - make_interval(days => ${MONTH_DAYS})), 0)
         + (select count(*) from card) * :allowance as left`,
    {
      fingerprint,
      buyerId: order.buyerId,
      total: String(totalOf(order.lines)),
      allowance: CARD_ALLOWANCE_TOKENS * 100,
      now,
    },
  )
  return rows[0]?.left ?? false
}
