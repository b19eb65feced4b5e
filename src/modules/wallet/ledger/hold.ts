import type { Facts } from '../../../platform/language/facts.ts'
import { violates, type Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { say } from '../../../platform/language/words.ts'
import { ESCROW, FEES } from './account.ts'
import { WALLET_CODES } from '../contract.ts'
import { post, type Transfer } from './transfer.ts'

/*
 * Escrow in two phases: a hold moves tokens from the buyer into escrow; later exactly one of release and void takes
 * them out again. `reference` ('purchase:<id>', and so on for each thing of an order) names the pair; amounts are
 * hundredths of a token. What costs nothing has no hold, and resolving it does nothing. All of one call are posted in one
 * statement: all or none.
 */
interface Held {
  reference: string
  facts: Facts
}

/** @throws {Conflict} INSUFFICIENT_TOKENS */
export async function holdTokens(
  trx: Trx,
  { memberId, holds, now }: { memberId: string; holds: (Held & { amount: bigint })[]; now: Date },
): Promise<void> {
  const transfers = holds
    .filter(({ amount }) => amount > 0n)
    .map(({ amount, reference, facts }): Transfer => {
      const id = `${reference}:hold`
      return { id, kind: 'hold', debit: memberId, credit: ESCROW, amount, reference, facts }
    })
  try {
    await post(trx, transfers, now)
  } catch (error) {
    if (!violates(error, 'account_balance_sign')) throw error
    throw new Conflict(
      WALLET_CODES.INSUFFICIENT_TOKENS,
      say('You do not have enough tokens for {count, plural, one {this item} other {these items}}', {
        count: holds.length,
      }),
    )
  }
}

/**
 * Gives the prices to the seller and the fees to the market.
 * @throws {Conflict} HOLD_RESOLVED when one of the holds was released or voided before
 */
export async function releaseHolds(
  trx: Trx,
  { sellerId, holds, now }: { sellerId: string; holds: (Held & { price: bigint; fee: bigint })[]; now: Date },
): Promise<void> {
  const paid = holds.filter(({ price, fee }) => price + fee > 0n)
  const transfers = paid.flatMap(({ reference, price, fee, facts }) => {
    const released: Transfer = {
      id: `${reference}:release`,
      kind: 'release',
      debit: ESCROW,
      credit: sellerId,
      amount: price,
      resolves: `${reference}:hold`,
      hold: `${reference}:hold`,
      held: price + fee,
      reference,
      facts,
    }
    const charged: Transfer = {
      ...released,
      id: `${reference}:fee`,
      kind: 'fee',
      credit: FEES,
      amount: fee,
      resolves: `${reference}:release`,
    }
    return fee === 0n ? [released] : [released, charged]
  })
  const held = paid.map(({ reference, price, fee }) => ({ reference, amount: price + fee }))
  await resolve(trx, transfers, now, held)
}

/**
 * Gives prices and fees back to the buyer.
 * @throws {Conflict} HOLD_RESOLVED when one of the holds was released or voided before
 */
export async function voidHolds(
  trx: Trx,
  { holds, now }: { holds: (Held & { amount: bigint })[]; now: Date },
): Promise<void> {
  const held = holds.filter(({ amount }) => amount > 0n)
  const transfers = (await findHolders(trx, held)).map(({ reference, amount, facts, holder }): Transfer => ({
    id: `${reference}:void`,
    kind: 'void',
    debit: ESCROW,
    credit: holder,
    amount,
    resolves: `${reference}:hold`,
    reference,
    facts,
  }))
  await resolve(trx, transfers, now, [])
}

/** Each with the one whose tokens are held. @throws Error where nothing is held, or another amount */
async function findHolders<T extends { reference: string; amount: bigint }>(
  trx: Trx,
  held: T[],
): Promise<(T & { holder: string })[]> {
  if (held.length === 0) return []
  const { rows } = await trx.raw<{ rows: { reference: string; debit: string; amount: bigint }[] }>(
    'select reference, debit, amount from transfer where id = any(?)',
    [held.map(({ reference }) => `${reference}:hold`)],
  )
  const holds = new Map(rows.map((row) => [row.reference, row]))
  return held.map((one) => {
    const hold = holds.get(one.reference)
    if (hold?.amount !== one.amount)
      throw new Error(`${one.reference} holds ${hold?.amount ?? 'nothing'}, not ${one.amount}`)
    return { ...one, holder: hold.debit }
  })
}

/** @param unread holds that have not been looked at yet */
async function resolve(
  trx: Trx,
  transfers: Transfer[],
  now: Date,
  unread: { reference: string; amount: bigint }[],
): Promise<void> {
  const resolved = () => new Conflict(WALLET_CODES.HOLD_RESOLVED, 'These tokens have left escrow already')
  try {
    if ((await post(trx, transfers, now)).size === transfers.length) return
    await findHolders(trx, unread)
    throw resolved()
  } catch (error) {
    if (violates(error, 'transfer_resolves_key')) throw resolved()
    throw error
  }
}
