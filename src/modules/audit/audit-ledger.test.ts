import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildListing } from '../../testing/market/builders.ts'
import { connectDatabase } from '../../platform/database.ts'
import { useMarket } from '../../testing/market/use-market.ts'
import { buildPurchase, confirmDelivery, reserve } from '../../testing/market/trades.ts'
import { handlers } from '../../worker.ts'
import { auditLedger, type AuditReport, type Finding } from './audit-ledger.ts'

/** Each table with the columns by which its rows are known. */
const TABLES = {
  member: ['id'],
  account: ['id'],
  transfer: ['id'],
  entry: ['transfer_id', 'account_id'],
  listing: ['id'],
  purchase: ['id'],
  purchase_line: ['purchase_id'],
  card_refund: ['purchase_id'],
  purchase_history: ['subject_id'],
  activity: ['reference', 'member_id'],
  streak: ['member_id'],
}

const market = useMarket()
let digest: string

/** A market in which everything has happened once. */
beforeAll(async () => {
  const seller = await market.signIn()
  const { referralCode } = await seller.refreshUser()
  const friend = await market.signIn({ referralCode })
  const delivered = await buildPurchase(market, { seller })
  await confirmDelivery(delivered.buyer, delivered.itemId)
  for (let bought = 0; bought < 2; bought += 1)
    await confirmDelivery(friend, (await buildPurchase(market, { buyer: friend })).itemId)
  await buildPurchase(market, { seller })
  const disputed = await buildPurchase(market, { seller })
  await disputed.buyer.post(`/api/purchases/${disputed.purchaseId}/problem`, {
    reason: 'broken',
    words: 'Two wheels are missing.',
  })
  await reserve(await market.signIn(), (await buildListing(market, { seller })).listing.id)
  await reserve(await market.signIn(), (await buildListing(market, { seller })).listing.id)
  await market.runJobs()
  await earnStreak(seller.user.id)
  for (const table of Object.keys(TABLES)) await market.ctx.db.raw(`create table kept_${table} as table ${table}`)
  digest = (await audit()).report.digest
})

/** Listings in the two months before this one, and the bonus for it. */
async function earnStreak(sellerId: string): Promise<void> {
  const work = handlers(market.ctx)
  for (const months of [1, 2]) {
    const at = market.clock.now()
    at.setUTCMonth(at.getUTCMonth() - months, 15)
    await work['wallet.reward-listing']({ listingId: randomUUID(), sellerId, at: at.toISOString() })
  }
  await work['wallet.count-listings']({})
  await work['wallet.monthly-streaks']({})
}

async function audit(since?: string): Promise<{ findings: Finding[]; report: AuditReport }> {
  const findings: Finding[] = []
  const report = await auditLedger(market.ctx.db, { since, onFinding: (finding) => findings.push(finding) })
  return { findings, report }
}

/** Runs statements past all triggers and foreign keys, as a superuser can. */
async function tamper(...statements: string[]): Promise<void> {
  await market.ctx.db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica')
    for (const statement of statements) await trx.raw(statement)
  })
}

async function restore(): Promise<void> {
  const { rows } = await market.ctx.db.raw<{ rows: { table: string; columns: string }[] }>(
    `select table_name as table, string_agg(column_name, ', ') as columns from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' group by 1`,
  )
  const written = new Map(rows.map(({ table, columns }) => [table, columns]))
  await tamper(
    ...Object.keys(TABLES).flatMap((table) => [
      `delete from ${table}`,
      `insert into ${table} (${written.get(table)}) overriding system value select ${written.get(table)} from kept_${table}`,
    ]),
  )
}

const SELLER = `(select seller_id from kept_listing limit 1)`
const HOLD = `(select min(id) from kept_transfer where kind = 'hold')`
const OPEN_HOLD = `(select min(id) from kept_transfer hold where kind = 'hold'
  and not exists (select from kept_transfer other where other.resolves = hold.id))`
const MINT_ENTRY = `(transfer_id, amount) = (select transfer_id, amount from kept_entry where amount = -1000 order by version limit 1)`
const lineIn = (state: string) =>
  `(select purchase_id from kept_purchase_line where state = '${state}' order by 1 limit 1)`
/** The purchase of a thing in that state, and the thing itself. */
const one = (state: string) => `id = ${lineIn(state)}`
const thing = (state: string) => `purchase_id = ${lineIn(state)}`

/** Names of the rows that are not as they were. */
async function tampered(): Promise<string[]> {
  const known = Object.entries(TABLES).flatMap(([table, columns]) =>
    columns.map(
      (column) => `
      select ${column}::text as id from ((table ${table} except table kept_${table})
        union all (table kept_${table} except table ${table})) changed`,
    ),
  )
  const { rows } = await market.ctx.db.raw<{ rows: { id: string }[] }>(known.join(' union '))
  return rows.map(({ id }) => id)
}

const DISPUTE_ERASED = `update purchase_line set state = 'paid', disputed_at = null, dispute_reason = null where ${thing('disputed')}`
const PAID_LATER = `update purchase set paid_at = paid_at + interval '13 days' where ${one('paid')};
  update listing set purchased_at = purchased_at + interval '13 days' where id = (select listing_id from kept_purchase_line where ${thing('paid')})`
const DELIVERED = `(select purchase_id from kept_purchase_line where state = 'delivered' order by 1 limit 2)`
const PAYMENTS_SWAPPED = `update purchase set payment_intent_id = 'none ' || id where id in ${DELIVERED};
  update purchase set payment_intent_id = other.payment_intent_id from kept_purchase other
  where purchase.id in ${DELIVERED} and other.id in ${DELIVERED} and other.id <> purchase.id`
const HISTORY_REWRITTEN = `update purchase_history set facts = jsonb_strip_nulls(facts
    || jsonb_build_object('payment_intent_id', facts_of(purchase) -> 'payment_intent_id')
    || case when facts -> 'paid_at' is not null then jsonb_build_object('paid_at', facts_of(purchase) -> 'paid_at') else '{}' end)
  from purchase where purchase.id = subject_id and facts -> 'payment_intent_id' is not null`

/** Each way: the deed, the check that names it, and the table whose row it names. */
const WAYS: [name: string, check: string, statement: string][] = [
  ['a balance', 'balances', `update account set balance = balance + 1 where member_id = ${SELLER}`],
  ['a version', 'balances', `update account set version = version + 1 where member_id = ${SELLER}`],
  ['an account that is gone', 'accounts', `delete from account where member_id = ${SELLER}`],
  ['the amount of a transfer', 'transfers', `update transfer set amount = amount + 1 where id = ${HOLD}`],
  ['the payer of a hold', 'transfers', `update transfer set debit = ${SELLER} where id = ${HOLD}`],
  [
    'who got a bonus',
    'transfers',
    `update transfer set credit = ${SELLER} where kind = 'referral_bonus' or id = (
    select max(id) from kept_transfer where kind = 'welcome_bonus' and credit <> ${SELLER})`,
  ],
  ['a transfer that is gone', 'transfers', `delete from transfer where id = ${HOLD}`],
  [
    'the time of a hold',
    'purchases',
    `update transfer set created_at = created_at - interval '1 day' where id = ${HOLD}`,
  ],
  ['the amount of an entry', 'chains', `update entry set amount = amount - 1 where ${MINT_ENTRY}`],
  ['a running balance', 'chains', `update entry set balance_after = balance_after - 1 where ${MINT_ENTRY}`],
  ['the number of an entry', 'chains', `update entry set version = 1000 where ${MINT_ENTRY}`],
  ['an entry that is gone', 'transfers', `delete from entry where ${MINT_ENTRY}`],
  ['the transfer of an entry', 'transfers', `update entry set transfer_id = 'gone' where ${MINT_ENTRY}`],
  ['a price', 'purchases', `update purchase_line set price = price + 100 where ${thing('paid')}`],
  ['a fee', 'fees', `update purchase_line set fee = fee + 1 where ${thing('paid')}`],
  ['a fee percentage', 'fees', `update purchase set fee_percentage = 1.5 where ${one('paid')}`],
  ['a buyer', 'purchases', `update purchase set buyer_id = gen_random_uuid() where ${one('paid')}`],
  ['a seller', 'purchases', `update purchase set seller_id = gen_random_uuid() where ${one('delivered')}`],
  [
    'a purchase made delivered',
    'purchases',
    `update purchase_line set state = 'delivered', delivered_at = '2026-11-18', delivered_by = 'buyer' where ${thing('paid')}`,
  ],
  [
    'a purchase made expired',
    'purchases',
    `update purchase_line set state = 'expired' where ${thing('reserved')};
      update purchase set state = 'expired', expired_at = '2026-11-18' where ${one('reserved')}`,
  ],
  [
    'a thing more than was paid for',
    'orders',
    `insert into purchase_line (purchase_id, number, listing_title, state, price, fee)
      select purchase_id, 2, 'More', 'expired', 0, 0 from kept_purchase_line where ${thing('paid')}`,
  ],
  ['what the card paid', 'orders', `update purchase set line_count = 2, card_amount_cents = 400 where ${one('paid')}`],
  ['a payment for what has expired', 'orders', `update purchase_line set state = 'expired' where ${thing('paid')}`],
  ['a refund of nothing', 'card-refunds', `update purchase set refund_cents = 50 where ${one('delivered')}`],
  [
    'a refund that nobody asked for',
    'card-refunds',
    `insert into card_refund (key, purchase_id, amount_cents, due_at)
      select reference || ':refund', purchase_id, 50, '2026-11-18' from kept_purchase_line where ${thing('delivered')}`,
  ],
  ['a purchase that is gone', 'purchases', `delete from purchase where ${one('paid')}`],
  ['a listing set free', 'listings', `update listing set status = 'available' where status = 'reserved'`],
  [
    'tokens in escrow of a listing',
    'listings',
    `update listing set tokens_in_escrow = tokens_in_escrow + 1 where tokens_in_escrow > 0`,
  ],
  ['a listing that is gone', 'listings', `delete from listing where status = 'reserved'`],
  ['an inviter', 'referral-bonus', `update member set referred_by = null where referred_by is not null`],
  ['a first listing', 'first-listing', `update member set first_listing_at = null where id = ${SELLER}`],
  ['the month of a listing', 'activity', `update activity set month = '2020-01' where kind = 'listing'`],
  ['a counted sale', 'monthly-combo', `delete from activity where kind = 'sale'`],
  ['how long a streak is', 'streaks', `update streak set months = months + 1`],
  ['a month of a streak that is gone', 'streak-bonus', `delete from streak where months = 2`],
  ['a month of a streak from nowhere', 'streaks', `update streak set month = '2020-01' where months = 2`],
  ['the streak that a member is shown', 'streaks', `update member set current_streak = 7 where id = ${SELLER}`],
  ['a member that is gone', 'accounts', `delete from member where id = ${SELLER}`],
  ['the fee account that is gone', 'accounts', `delete from account where kind = 'fees'`],
  ['the purchase of a first sale', 'sale-bonuses', `delete from purchase where ${one('delivered')}`],
  [
    'the buyer of a counted sale',
    'counted-sales',
    `update activity set buyer_id = gen_random_uuid() where kind = 'sale'`,
  ],
  ['a dispute erased', 'purchase-history', DISPUTE_ERASED],
  [
    'the words of a dispute',
    'purchase-history',
    `update purchase_line set dispute_reason = 'Fine' where ${thing('disputed')}`,
  ],
  ['the time of a payment, 13 days on', 'purchase-history', PAID_LATER],
  ['the payments of two old purchases swapped', 'purchase-history', PAYMENTS_SWAPPED],
  [
    'a line of history that is gone',
    'purchase-steps',
    `delete from purchase_history where number = (
      select min(number) from kept_purchase_history where subject = 'purchase_line' and facts ->> 'state' = 'paid')`,
  ],
  [
    'a line of history that was changed',
    'purchase-steps',
    `update purchase_history set facts = facts || '{"price": 1}' where number = 1`,
  ],
]

/** Deeds that leave every row in agreement with every other: only a digest of before tells. */
const SILENT_WAYS: [name: string, statement: string][] = [
  ['what a statement says', `update transfer set description = 'Something else' where id = ${OPEN_HOLD}`],
  ['what a statement is made of', `update transfer set facts = '{"title": "Other"}' where id = ${OPEN_HOLD}`],
  ['the order of transfers', `update transfer set seq = default where id = (select min(id) from kept_transfer)`],
  [
    'the time of a bonus',
    `update transfer set created_at = created_at - interval '1 hour' where kind = 'referral_bonus'`,
  ],
  [
    'a dispute erased, in history too',
    `${DISPUTE_ERASED}; delete from purchase_history where facts ->> 'state' = 'disputed';
      update purchase_history set number = -number where number > (
        select number from kept_purchase_history where facts ->> 'state' = 'disputed');
      update purchase_history set number = -number - 1 where number < 0`,
  ],
  ['the time of a payment, in history too', `${PAID_LATER}; ${HISTORY_REWRITTEN}`],
  ['the payments of two old purchases swapped, in history too', `${PAYMENTS_SWAPPED}; ${HISTORY_REWRITTEN}`],
  ['when a change was noted', `update purchase_history set noted_at = noted_at - interval '1 day' where number = 1`],
]

describe('the audit', () => {
  test('finds nothing wrong with honest books, and says how much it has looked at', async () => {
    const { findings, report } = await audit(digest)
    expect(findings).toEqual([])
    expect(report.digest).toBe(digest)
    expect(report.counts).toMatchObject({ members: 9, accounts: 12, purchases: 7, delivered: 3, 'open holds': 4 })
  })

  test.each(WAYS)('names %s', async (_name, check, statement) => {
    await tamper(statement)
    try {
      const found = (await audit()).findings.filter((finding) => finding.check === check)
      const named = found.flatMap(({ ids }) => ids)
      // The id of a transfer has that of its purchase or member in it.
      const rows = await tampered()
      expect(rows.filter((id) => named.some((one) => one.includes(id) || id.includes(one)))).not.toEqual([])
    } finally {
      await restore()
    }
    expect((await audit(digest)).findings).toEqual([])
  })

  test.each([
    ['the time of a payment, 13 days on', PAID_LATER],
    ['the payments of two old purchases swapped', PAYMENTS_SWAPPED],
  ])('names %s by its line of history, where the triggers were left on', async (_name, statement) => {
    await market.ctx.db.raw(statement)
    const { findings } = await audit()
    await restore()
    expect(findings).not.toEqual([])
    expect(new Set(findings.map(({ check }) => check))).toEqual(new Set(['purchase-steps']))
  })

  test('names a bonus that nothing earned, though every sum agrees', async () => {
    await tamper(
      `update transfer set amount = 1100 where id = 'welcome:' || ${SELLER}`,
      `update entry set amount = sign(amount) * 1100 where transfer_id = 'welcome:' || ${SELLER}`,
      `update entry set balance_after = after from (
        select account_id, version, sum(amount) over (partition by account_id order by version) as after from entry
      ) right_one where (entry.account_id, entry.version) = (right_one.account_id, right_one.version)`,
      `update account set balance = total from (select account_id, sum(amount) as total from entry group by 1) sums where id = account_id`,
    )
    const { findings } = await audit()
    await restore()
    expect(findings.map(({ check }) => check)).toEqual(['welcome-bonus'])
    expect(findings[0]).toMatchObject({
      problem: 'is 11.00 instead of 10.00',
      since: expect.stringMatching(/^20.*Z$/) as string,
    })
  })

  test('names a hold that was resolved twice, were the unique key gone', async () => {
    await tamper(
      'alter table transfer drop constraint transfer_resolves_key',
      `insert into transfer (id, kind, debit, credit, amount, resolves, reference, description, created_at)
        select reference || ':void', 'void', credit, debit, amount, id, reference, '', '2026-11-18' from transfer where id in (
          select resolves from transfer where kind = 'release')`,
    )
    const { findings } = await audit()
    await restore()
    await tamper('alter table transfer add constraint transfer_resolves_key unique (resolves)')
    expect(findings.map(({ check }) => check)).toContain('resolutions')
    expect(findings.find(({ check }) => check === 'resolutions')?.problem).toContain('2 times')
  })

  test.each(SILENT_WAYS)('shows by a kept digest: %s', async (_name, statement) => {
    await tamper(statement)
    const [plain, compared] = [await audit(), await audit(digest)]
    await restore()
    expect(plain.findings).toEqual([])
    expect(compared.findings).toEqual([expect.objectContaining({ check: 'history' })])
  })

  test('takes a digest of before for what it is when more has happened since', async () => {
    await market.signIn()
    const { findings, report } = await audit(digest)
    expect(findings).toEqual([])
    expect(report.digest).not.toBe(digest)
    await expect(audit('ledger1:nonsense')).rejects.toThrow('not a digest')
    await expect(audit(digest.slice(0, digest.lastIndexOf(':')))).rejects.toThrow('not a digest')
  })
})

test('the digest does not depend on the time zone of the server', async () => {
  const db = connectDatabase(market.ctx.config.DATABASE_URL, { poolMax: 1 })
  try {
    await db.raw(`set time zone 'Asia/Kolkata'`)
    const findings: Finding[] = []
    await auditLedger(db, { since: digest, onFinding: (found) => findings.push(found) })
    expect(findings.filter(({ check }) => check === 'history')).toEqual([])
  } finally {
    await db.destroy()
  }
})
