import type { Reader, Trx } from '../../../platform/database.ts'
import { accountsOfMailboxes } from '../../identity/index.ts'
import type { Order } from '../purchase/purchase.ts'
import { cardPaysFrom, takeTurns } from './card-allowance.ts'

/** A family may share a card; whoever plays a whole neighbourhood can't. */
const MEMBERS_A_CARD = 3

/** Something of it has been. */
const DELIVERED = `exists (select from purchase_line where purchase_line.purchase_id = purchase.id and state = 'delivered')`

/** Reasons for which a card may not pay: for whom, or for how much; then from when on it can, if ever by waiting. */
export type CardRefusal = { overAllowance: false } | { overAllowance: true; paysFrom: Date | null }

/**
 * Notes that the card pays for this purchase, unless it may not.
 * It can't pay for a fourth member, nor for one from whom it has bought: that would be both sides of a trade in one hand;
 * nor before {@link cardPaysFrom}.
 * @param fingerprint the provider's name of the card; null where it gives none
 * @returns null where it pays
 */
export async function useCard(
  trx: Trx,
  order: Order,
  fingerprint: string | null,
  now: Date,
): Promise<CardRefusal | null> {
  if (fingerprint === null) return null
  const { id, buyerId } = order
  await takeTurns(trx, { buyerId, fingerprint })
  const accounts = (await accountsOfMailboxes(trx, [buyerId])).get(buyerId) ?? []
  const { rows } = await trx.raw<{ rows: { others: number; sold: boolean }[] }>(
    `select count(distinct buyer_id) filter (where buyer_id <> :buyerId)::int as others,
       coalesce(bool_or(seller_id = any(:accounts::uuid[]) and ${DELIVERED}), false) as sold
     from purchase_card join purchase on purchase.id = purchase_id where fingerprint = :fingerprint`,
    { buyerId, accounts, fingerprint },
  )
  if (rows[0]?.sold || (rows[0]?.others ?? 0) >= MEMBERS_A_CARD) return { overAllowance: false }
  const paysFrom = await cardPaysFrom(trx, order, fingerprint, now)
  if (paysFrom === null || paysFrom > now) return { overAllowance: true, paysFrom }
  await trx('purchase_card').insert({ purchase_id: id, fingerprint })
  return null
}

/** SQL of the members with whom that one shares a card, as `id`; with `at`, those of what was paid by then. */
export const cardMates = (memberId: string, at?: string): string => `
  select mate.buyer_id as id from purchase own
  join purchase_card mine on mine.purchase_id = own.id
  join purchase_card theirs on theirs.fingerprint = mine.fingerprint
  join purchase mate on mate.id = theirs.purchase_id
  where own.buyer_id = ${memberId} ${at ? `and greatest(own.paid_at, mate.paid_at) <= ${at}` : ''}`

/** The members who pay with the same cards, at most 50. */
export async function cardMateIds(reader: Reader, memberId: string): Promise<string[]> {
  const { rows } = await reader.raw<{ rows: { id: string }[] }>(
    `select distinct id from (${cardMates(':memberId')}) mate where id <> :memberId order by id limit 50`,
    { memberId },
  )
  return rows.map(({ id }) => id)
}

/**
 * SQL: whether the card that has paid for the purchase `:id` is the seller's too, or has bought from them for somebody else
 * before: to them it is the same buyer. `sellers` are all accounts of the seller's mailbox, uuid[].
 */
export const selfDealing = (sellers: string): string => `exists (
  select from purchase this
  join purchase_card mine on mine.purchase_id = this.id
  join purchase_card other on other.fingerprint = mine.fingerprint and other.purchase_id <> mine.purchase_id
  join purchase on purchase.id = other.purchase_id
  where this.id = :id and (
    purchase.buyer_id = any(${sellers})
    or (purchase.seller_id = any(${sellers}) and purchase.buyer_id <> this.buyer_id and ${DELIVERED})
  )
)`
