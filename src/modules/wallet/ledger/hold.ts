import { violates, type Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { ESCROW, FEES } from './account.ts'
import { WALLET_CODES } from '../contract.ts'
import { post, type Transfer } from './transfer.ts'

/*
 * Escrow in two phases: a hold moves tokens from the buyer into escrow; later exactly one of release and void takes
 * them out again. `reference` ('purchase:<id>') names the pair; amounts are hundredths of a token. A purchase that
 * costs nothing has no hold, and resolving it does nothing.
 */
interface Resolution {
  reference: string
  description: string
  now: Date
}

/** @throws {Conflict} INSUFFICIENT_TOKENS */
export async function holdTokens(
  trx: Trx,
  hold: { memberId: string; amount: bigint; reference: string; description: string; now: Date },
): Promise<void> {
  if (hold.amount === 0n) return
  const { memberId, amount, reference, description } = hold
  const id = `${reference}:hold`
  try {
    await post(trx, [{ id, kind: 'hold', debit: memberId, credit: ESCROW, amount, reference, description }], hold.now)
  } catch (error) {
    if (!violates(error, 'account_balance_sign')) throw error
    throw new Conflict(WALLET_CODES.INSUFFICIENT_TOKENS, 'You do not have enough tokens for this item')
  }
}

/**
 * Gives the price to the seller and the fee to the market.
 * @throws {Conflict} HOLD_RESOLVED when the hold was released or voided before
 */
export async function releaseHold(
  trx: Trx,
  release: Resolution & { sellerId: string; price: bigint; fee: bigint },
): Promise<void> {
  const { reference, sellerId, price, fee, description } = release
  if ((await findHolder(trx, reference, price + fee)) === null) return
  const released: Transfer = {
    id: `${reference}:release`,
    kind: 'release',
    debit: ESCROW,
    credit: sellerId,
    amount: price,
    resolves: `${reference}:hold`,
    reference,
    description,
  }
  const charged: Transfer = {
    ...released,
    id: `${reference}:fee`,
    kind: 'fee',
    credit: FEES,
    amount: fee,
    resolves: `${reference}:release`,
  }
  await resolve(trx, fee === 0n ? [released] : [released, charged], release.now)
}

/**
 * Gives price and fee back to the buyer.
 * @throws {Conflict} HOLD_RESOLVED when the hold was released or voided before
 */
export async function voidHold(trx: Trx, returned: Resolution & { amount: bigint }): Promise<void> {
  const { reference, amount, description } = returned
  const credit = await findHolder(trx, reference, amount)
  if (credit === null) return
  const resolves = `${reference}:hold`
  await resolve(
    trx,
    [{ id: `${reference}:void`, kind: 'void', debit: ESCROW, credit, amount, resolves, reference, description }],
    returned.now,
  )
}

/** Who is to get the tokens back; null where there was nothing to hold. */
async function findHolder(trx: Trx, reference: string, amount: bigint): Promise<string | null> {
  if (amount === 0n) return null
  const { rows } = await trx.raw<{ rows: { debit: string; amount: bigint }[] }>(
    'select debit, amount from transfer where id = ?',
    [`${reference}:hold`],
  )
  const hold = rows[0]
  if (hold?.amount !== amount) throw new Error(`${reference} holds ${hold?.amount ?? 'nothing'}, not ${amount}`)
  return hold.debit
}

async function resolve(trx: Trx, transfers: Transfer[], now: Date): Promise<void> {
  const resolved = () => new Conflict(WALLET_CODES.HOLD_RESOLVED, 'These tokens have left escrow already')
  try {
    if ((await post(trx, transfers, now)).size < transfers.length) throw resolved()
  } catch (error) {
    if (violates(error, 'transfer_resolves_key')) throw resolved()
    throw error
  }
}
