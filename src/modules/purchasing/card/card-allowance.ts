import { BOUGHT, inSql } from '../states.ts'
import type { Trx } from '../../../platform/database.ts'
import { CARD_ALLOWANCE_TOKENS } from '../contract.ts'
import { totalOf, type Order } from '../purchase/purchase.ts'

const MONTH_DAYS = 31

/** The cards that count together with :fingerprint once :buyerId has paid with it, as `card`. */
const CARDS = `recursive card (fingerprint) as (
  select :fingerprint::text
  union
  select fingerprint from purchase_card join purchase on id = purchase_id where buyer_id = :buyerId
  union
  select theirs.fingerprint from card
  join purchase_card mine on mine.fingerprint = card.fingerprint
  join purchase paid on paid.id = mine.purchase_id
  join purchase other on other.buyer_id = paid.buyer_id
  join purchase_card theirs on theirs.purchase_id = other.id
)`

interface Payer {
  buyerId: string
  fingerprint: string
}

/**
 * Payments with cards that count together take turns until `trx` ends. A payment makes cards count together that did not
 * before, so no single one of them stands for the group: all are locked, and the buyer, who may be about to bring in two new
 * ones. Whoever makes the group larger holds one of these locks, so at the end nobody can any more.
 */
export async function takeTurns(trx: Trx, { buyerId, fingerprint }: Payer): Promise<void> {
  const held = new Set<string>()
  for (;;) {
    const cards = await trx.raw<{ rows: { fingerprint: string }[] }>(`with ${CARDS} select fingerprint from card`, {
      buyerId,
      fingerprint,
    })
    const more = [buyerId, ...cards.rows.map((card) => card.fingerprint)].filter((key) => !held.has(key)).toSorted()
    if (more.length === 0) return
    await trx.raw('select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(?::text[]) as key', [more])
    for (const key of more) held.add(key)
  }
}

/**
 * The time from which on the card can pay with these tokens, too: not later than `now` where it can, null where waiting
 * alone never brings that. Tokens are made by bonuses alone, and whoever plays many members makes many: so what counts
 * is what can be spent. A card pays for all that its members have earned by selling to others, and in any month for
 * {@link CARD_ALLOWANCE_TOKENS} beyond that; what a month leaves over is not saved up. Whatever a group of players
 * trades among themselves, one card's earnings are another one's spending, so that all of them together have no more
 * than that for each card. Cards of the same members count together: else what one member has earned would be spent
 * once with each. The caller has taken its turn.
 */
export async function cardPaysFrom(trx: Trx, order: Order, fingerprint: string, now: Date): Promise<Date | null> {
  const { rows } = await trx.raw<{ rows: { at: Date | null }[] }>(
    `with ${CARDS}, bought as materialized (
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
       -- Tokens that were spent by then beyond those earned; sales of the same moment come first.
       select at, sum(tokens) over (order by at, tokens rows unbounded preceding) from change
     ), short (tokens) as (
       select coalesce((select sum(tokens) from change), 0) + :total - (select count(*) from card) * :allowance
     )
     select case when short.tokens <= 0 then :now::timestamptz
       else (select min(at) + make_interval(days => ${MONTH_DAYS}) from beyond where beyond.tokens >= short.tokens) end as at
     from short`,
    {
      fingerprint,
      buyerId: order.buyerId,
      total: String(totalOf(order.lines)),
      allowance: CARD_ALLOWANCE_TOKENS * 100,
      now,
    },
  )
  return rows[0]?.at ?? null
}
