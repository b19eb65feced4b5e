import { randomUUID } from 'node:crypto'
import { auditLedger } from '../../../modules/audit/index.ts'
import { confirmDelivery } from '../../../modules/purchasing/index.ts'
import { holdTokens, openAccount, payStreaks, releaseHolds, voidHolds } from '../../../modules/wallet/index.ts'
import { connectDatabase, transact } from '../../../platform/database.ts'
import { percentOf } from '../../../platform/decimal.ts'
import { AppError } from '../../../platform/errors.ts'
import { attachQueue } from '../../../platform/jobs/queue.ts'
import { handlers } from '../../../worker.ts'
import { demand, type Drill, type DrillMarket, type Figures } from '../drill.ts'
import { buildListings, buildMembers, buy, inTurns } from '../purchases/trade-steps.ts'

/** The size of each promise's test; the tests show less. */
export interface Size {
  bank: { members: number; writers: number; readers: number; reads: number }
  resolutions: number
  tabs: number
  repeats: number
  members: number
}
const LONG: Size = {
  bank: { members: 40, writers: 16, readers: 2, reads: 10_000 },
  resolutions: 1000,
  tabs: 50,
  repeats: 500,
  members: 50,
}

/** Promises 1, 3, 4, 5, 11 and 12, and that every price at every percentage is exact. */
export const LEDGER_DRILLS: Record<string, Drill> = {
  'ledger-bank': (market) => bank(market, LONG.bank),
  'ledger-resolve-once': (market) => resolveOnce(market, LONG.resolutions),
  'ledger-held-is-spent': (market) => heldIsSpent(market, LONG.tabs),
  'ledger-same-id': (market) => sameId(market, LONG.repeats),
  'ledger-bonus-once': (market) => bonusOnce(market, LONG.members),
  'ledger-history': history,
  'ledger-every-fee': () => Promise.resolve(everyFee()),
}

/** Promise 1: while some write, nobody ever reads a wrong sum or a negative balance. */
export async function bank(given: DrillMarket, size: Size['bank']): Promise<Figures> {
  // Writers who wait for each other's rows must not keep the readers from a connection, nor each other.
  const poolMax = size.writers + size.readers
  const db = connectDatabase(given.ctx.config.DATABASE_URL, { poolMax, applicationName: 'market-drill-bank' })
  attachQueue(db, given.ctx.queue)
  try {
    return await writeAndRead({ ...given, ctx: { ...given.ctx, db } }, size)
  } finally {
    await db.destroy()
  }
}

async function writeAndRead(market: DrillMarket, size: Size['bank']): Promise<Figures> {
  const { db } = market.ctx
  const members = await buildMembers(market, size.members)
  let [reads, transfers, refused, reading] = [0, 0, 0, true]
  const pick = () => members[Math.floor(market.random() * members.length)]!
  const write = async () => {
    while (reading) {
      const [buyer, seller, price] = [pick(), pick(), BigInt(Math.floor(market.random() * 600))]
      const hold = { reference: `purchase:${randomUUID()}`, price, fee: percentOf(price, 50n) }
      try {
        await holdFor(market, buyer, hold)
        if (market.random() < 0.5 && buyer !== seller) await release(market, seller, hold)
        else await giveBack(market, hold)
        transfers += 2
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'INSUFFICIENT_TOKENS')) throw error
        refused += 1
      }
    }
  }
  const read = async () => {
    for (; reading && reads < size.reads; reads += 1) {
      const { rows } = await db.raw<{ rows: { total: string; negative: number }[] }>(
        `select sum(balance)::text as total, count(*) filter (where kind <> 'mint' and balance < 0)::int as negative from account`,
      )
      demand('the sum of all balances', rows[0]?.total, '0')
      demand('negative balances', rows[0]?.negative, 0)
    }
  }
  const ended = () => (reading = false)
  const readers = Promise.all(Array.from({ length: size.readers }, read)).finally(ended)
  const writers = Array.from({ length: size.writers }, () => write().finally(ended))
  // All of them end before the first failure is told: the market is closed after that.
  for (const outcome of await Promise.allSettled([readers, ...writers]))
    if (outcome.status === 'rejected') throw outcome.reason
  return { reads, transfers, refused, 'wrong sums': 0, 'negative balances': 0 }
}

/** Promise 3: of three releases and three refunds at once, one happens. */
export async function resolveOnce(market: DrillMarket, holds: number): Promise<Figures> {
  const [buyer, seller] = await buildMembers(market, 2)
  const won = { release: 0, void: 0 }
  for (let done = 0; done < holds; done += 1) {
    const hold = { reference: `purchase:${randomUUID()}`, price: 1n, fee: 0n }
    // Tokens that were released come back the other way round, so that the buyer never runs out.
    const [payer, payee] = won.release % 2 === 0 ? [buyer!, seller!] : [seller!, buyer!]
    await holdFor(market, payer, hold)
    const tries = ['release', 'void', 'release', 'void', 'release', 'void'] as const
    const order = tries.toSorted(() => market.random() - 0.5)
    const outcomes = await Promise.allSettled(
      order.map((kind) => (kind === 'release' ? release(market, payee, hold) : giveBack(market, hold))),
    )
    const winners = order.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    demand(`resolutions of ${hold.reference}`, winners.length, 1)
    won[winners[0]!] += 1
    refusedWith(outcomes, 'HOLD_RESOLVED')
  }
  return { holds, released: won.release, voided: won.void, 'more than once': 0 }
}

/** Promise 4: one balance, many tabs: no more is held than was there. */
export async function heldIsSpent(market: DrillMarket, tabs: number): Promise<Figures> {
  const [buyer] = await buildMembers(market, 1)
  const price = BigInt(100 + Math.floor(market.random() * 300))
  const outcomes = await Promise.allSettled(
    Array.from({ length: tabs }, () =>
      holdFor(market, buyer!, { reference: `purchase:${randomUUID()}`, price, fee: 0n }),
    ),
  )
  refusedWith(outcomes, 'INSUFFICIENT_TOKENS')
  const won = outcomes.filter(({ status }) => status === 'fulfilled').length
  demand('purchases that a balance of 10.00 covers', won, Number(1000n / price))
  return { tabs, 'price in hundredths': Number(price), won }
}

/** Promise 5: the same id sent many times at once is one transfer; with another body it is refused. */
export async function sameId(market: DrillMarket, ids: number): Promise<Figures> {
  const { db } = market.ctx
  const members = await buildMembers(market, Math.ceil(ids / 10))
  for (let done = 0; done < ids; done += 1) {
    const member = members[done % members.length]!
    const hold = { reference: `purchase:${randomUUID()}`, price: 1n, fee: 0n }
    const sends = await Promise.allSettled(Array.from({ length: 10 }, () => holdFor(market, member, hold)))
    demand('sends that were refused', sends.filter(({ status }) => status === 'rejected').length, 0)
    const found = await db('transfer').where({ reference: hold.reference })
    demand(`transfers of ${hold.reference}`, found.length, 1)
    refusedWith(await Promise.allSettled([holdFor(market, member, { ...hold, price: 2n })]), 'TRANSFER_MISMATCH', 1)
  }
  return { ids, sends: ids * 10, doubled: 0, 'other bodies refused': ids }
}

/** Promise 11: each kind of bonus, triggered twenty times at once, is paid once. */
export async function bonusOnce(market: DrillMarket, count: number): Promise<Figures> {
  const { ctx, clock } = market
  const buyers = await buildMembers(market, 2)
  const members = await buildMembers(market, count)
  // A referral is earned by trades with two households.
  for (const buyerId of buyers) {
    const listings = await buildListings(market, members, count, '0.10')
    await inTurns(listings, 4, async (listingId) => {
      await buy(ctx, buyerId, listingId)
      await confirmDelivery(ctx, { listingId, buyerId })
    })
  }
  // Each has a referrer of their own: nobody earns by more than a few in a month.
  const referrers = await buildMembers(market, count)
  for (const [index, id] of members.entries())
    await ctx.db('member').where({ id }).update({ referred_by: referrers[index]! })
  const work = handlers(ctx)
  const twenty = (trigger: () => Promise<unknown>) => Promise.all(Array.from({ length: 20 }, trigger))
  // Two months in a row, so that each has a streak as well.
  for (const month of [2, 1]) {
    const at = clock.now()
    at.setUTCMonth(at.getUTCMonth() - month, 15)
    for (const sellerId of members) {
      const listing = { listingId: randomUUID(), sellerId, at: at.toISOString() }
      await twenty(() => work['wallet.reward-listing'](listing))
      const purchaseId = randomUUID()
      const earning = [{ reference: `purchase:${purchaseId}`, listingId: listing.listingId }]
      const sale = { purchaseId, sellerId, buyerId: buyers[0]!, earning, at: listing.at }
      await twenty(() => work['wallet.reward-sale'](sale))
      await twenty(() => transact(ctx.db, (trx) => openAccount(trx, { memberId: sellerId, now: clock.now() })))
    }
  }
  await twenty(() => work['wallet.count-listings']({}))
  await twenty(() => payStreaks(ctx))
  const kinds = [
    'welcome_bonus',
    'first_listing',
    'first_sale',
    'monthly_combo',
    'streak_bonus',
    'referral_bonus',
  ] as const
  for (const kind of kinds) {
    const paid = await ctx
      .db('transfer')
      .where({ kind })
      .whereIn(
        kind === 'referral_bonus' ? 'id' : 'credit',
        kind === 'referral_bonus' ? members.map((id) => `referral:${id}`) : members,
      )
    demand(`${kind} paid`, paid.length, count)
  }
  return { members: count, kinds: kinds.length, triggers: 20, doubled: 0 }
}

/** Promise 12: what was posted can't be changed by the application, and a change by a superuser is named. */
export async function history(market: DrillMarket): Promise<Figures> {
  const { db } = market.ctx
  const [buyer, seller] = await buildMembers(market, 2)
  await holdFor(market, buyer!, { reference: `purchase:${randomUUID()}`, price: 300n, fee: 2n })
  const columns = { transfer: 'description', entry: 'amount', streak: 'months' }
  const attempts = Object.entries(columns).flatMap(([table, column]) => [
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table} cascade`,
  ])
  await db('streak').insert({ member_id: seller!, month: '2020-01', months: 1, settled_at: market.clock.now() })
  for (const attempt of attempts) {
    const message = await db.raw(attempt).then(
      () => 'it happened',
      (error: unknown) => String(error),
    )
    demand(attempt, /append-only/.exec(message)?.[0] ?? message, 'append-only')
  }
  const { digest } = await auditLedger(db, { onFinding: () => undefined })
  await db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica')
    await trx('transfer').where({ credit: seller! }).update({ description: 'Rewritten' })
  })
  const named: string[] = []
  await auditLedger(db, { since: digest, onFinding: ({ check }) => named.push(check) })
  demand('the rewritten history is named', named.includes('history'), true)
  return { refused: attempts.length, 'rewriting named': 1 }
}

/** Every price from 0.00 to 100.00 at every percentage from 0.00 to 100.00, against the definition of half up. */
export function everyFee(step = 1): Figures {
  let pairs = 0
  for (let percentage = 0; percentage <= 10_000; percentage += step) {
    const exact = BigInt(percentage)
    for (let price = 0; price <= 10_000; price += 1) {
      const fee = Number(percentOf(BigInt(price), exact))
      // Within half a hundredth, and upwards from the middle; whole numbers under 2^53 are exact.
      const off = fee * 10_000 - price * percentage
      if (off <= -5000 || off > 5000) throw new Error(`the fee of ${price} at ${percentage} is ${fee} (in hundredths)`)
      pairs += 1
    }
  }
  return { pairs, wrong: 0 }
}

interface Hold {
  reference: string
  price: bigint
  fee: bigint
}

const holdFor = ({ ctx, clock }: DrillMarket, memberId: string, { reference, price, fee }: Hold) =>
  transact(ctx.db, (trx) =>
    holdTokens(trx, {
      memberId,
      holds: [{ amount: price + fee, reference, facts: { title: 'Doll' } }],
      now: clock.now(),
    }),
  )
const release = ({ ctx, clock }: DrillMarket, sellerId: string, hold: Hold) =>
  transact(ctx.db, (trx) =>
    releaseHolds(trx, { sellerId, holds: [{ ...hold, facts: { title: 'Doll' } }], now: clock.now() }),
  )
const giveBack = ({ ctx, clock }: DrillMarket, { reference, price, fee }: Hold) =>
  transact(ctx.db, (trx) =>
    voidHolds(trx, {
      holds: [{ reference, amount: price + fee, facts: { title: 'Doll', why: 'cancelled' } }],
      now: clock.now(),
    }),
  )

/** Every refusal has to be that one, and there have to be so many of them, if that is told. */
function refusedWith(outcomes: PromiseSettledResult<unknown>[], code: string, times?: number): void {
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  for (const reason of reasons) demand('refused', reason instanceof AppError ? reason.code : reason, code)
  if (times !== undefined) demand('refusals', reasons.length, times)
}
