import { auditLedger } from '../../../modules/audit/index.ts'
import { payStreaks } from '../../../modules/wallet/index.ts'
import type { Database } from '../../../platform/database.ts'
import type { Drill, DrillMarket, Figures } from '../drill.ts'
import { demand } from '../drill.ts'

/** Measures time and memory of the big ones; what they find is checked as well. */
export const LEDGER_MEASURES: Record<string, Drill> = {
  'measure-streaks': (market) => measureStreaks(market, 100_000),
  'measure-audit': (market) => measureAudit(market, 1_000_000),
}

/** By how much the audit of a million entries may make the process grow, in MB. */
const MEMORY_BOUND = 150
const MB = 2 ** 20

/** Members who were active in each of the last two months; the bonus for the second is due. */
async function measureStreaks({ ctx, clock }: DrillMarket, members: number): Promise<Figures> {
  clock.set('2027-03-01T08:11:00Z')
  await fill(ctx.db, [
    `with joined as (
       insert into member (email, referral_code) select n || '@example.com', n from generate_series(1, ${members}) n returning id
     ),
     opened as (insert into account (id, kind, member_id) select id, 'member', id from joined)
     insert into activity (reference, kind, member_id, month, occurred_at, counts_from, counted_at)
     select 'listing:' || gen_random_uuid(), 'listing', id, to_char(at, 'YYYY-MM'), at, at, at
     from joined, (values (timestamptz '2027-01-15'), ('2027-02-15')) done (at)`,
  ])
  const [first, firstSeconds] = await timed(() => payStreaks(ctx))
  const [again, againSeconds] = await timed(() => payStreaks(ctx))
  demand('bonuses paid', first.paid, members)
  demand('bonuses paid by the repeat', again.paid, 0)
  return { members, paid: first.paid, seconds: firstSeconds, 'seconds of the repeat': againSeconds }
}

async function measureAudit({ ctx }: DrillMarket, entries: number): Promise<Figures> {
  const [, generated] = await timed(() => fillLedger(ctx.db, entries))
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  const findings: string[] = []
  const [report, seconds] = await timed(() =>
    auditLedger(ctx.db, { onFinding: ({ ids, problem }) => findings.push(`${ids.join(' ')} ${problem}`) }),
  ).finally(() => {
    clearInterval(watch)
  })
  if (findings.length > 0) throw new Error(`${findings.length} findings, such as: ${findings[0]}`)
  const growth = Math.round((peak - before) / MB)
  if (growth > MEMORY_BOUND) throw new Error(`took ${growth} MB; the bound is ${MEMORY_BOUND} MB`)
  return {
    entries: report.counts.entries ?? 0,
    seconds,
    'growth MB': growth,
    'seconds to generate': generated,
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now()
  const result = await work()
  return [result, Math.round((performance.now() - started) / 100) / 10]
}

const MEMBERS = 2000

/** Honest books of that many entries: members who buy from each other all the time, at 0.02 and a fee of 0.01. */
export async function fillLedger(db: Database, entries: number): Promise<void> {
  const purchases = Math.ceil(entries / 6)
  const start = `timestamptz '2026-01-01'`
  await fill(db, [
    `create temp table crowd on commit drop as select n, gen_random_uuid() as id from generate_series(0, ${MEMBERS - 1}) n`,
    `insert into member (id, email, referral_code) select id, n || '@example.com', n from crowd`,
    `insert into account (id, kind, member_id, created_at) select id, 'member', id, ${start} from crowd`,
    `create temp table deal on commit drop as
        select nth, gen_random_uuid() as id, gen_random_uuid() as listing, buyer.id as buyer, seller.id as seller,
          ${start} + nth * interval '1 second' as at
        from generate_series(1, ${purchases}) nth
        join crowd buyer on buyer.n = nth % ${MEMBERS} join crowd seller on seller.n = (nth + 7) % ${MEMBERS}`,
    `insert into listing (id, seller_id, buyer_id, title, description, category, condition, city, contact_name,
          contact_email, pickup_address, photos, token_price, status, purchased_at, delivery_confirmed_at,
          escrow_released_at, claimed_at)
        select listing, seller, buyer, 'Something', 'Something outgrown', 'toys', 'good', 'Portland', 'Somebody',
          'somebody@example.com', '12 Alder Street', '{photo}', 2, 'claimed', at, at, at, at from deal`,
    `insert into purchase (id, buyer_id, seller_id, state, fee_percentage, delivery_method, payment_intent_id,
          line_count, card_amount_cents, reserved_at, expires_at, paid_at)
        select id, buyer, seller, 'paid', 50, 'message', 'pi_' || nth, 1, 350, at, at + interval '15 minutes', at from deal`,
    `insert into purchase_line (purchase_id, number, listing_id, listing_title, state, price, fee, delivered_at, delivered_by,
          earns_nothing)
        select id, 1, listing, 'Something', 'delivered', 2, 1, at, 'buyer', 'same mailbox' from deal`,
    // None counts yet, so that no bonus is due.
    `insert into activity (reference, kind, member_id, month, occurred_at, counts_from, counted_at)
        select 'listing:' || listing, 'listing', seller, to_char(at, 'YYYY-MM'), at, at + interval '100 years', null from deal`,
    `insert into purchase_history (number, subject, subject_id, change, facts)
        select row_number() over (order by paid_at), 'purchase', id, 'found', facts_of(purchase) from purchase`,
    `insert into purchase_history (number, subject, subject_id, change, facts)
        select (select count(*) from purchase) + row_number() over (order by purchase_id), 'purchase_line', purchase_id, 'found',
          facts_of(purchase_line) from purchase_line`,
    `insert into transfer (id, kind, debit, credit, amount, resolves, reference, description, created_at)
        select 'welcome:' || crowd.id, 'welcome_bonus', mint.id, crowd.id, 1000, null, null, '', ${start}
        from crowd join account mint on mint.kind = 'mint'`,
    `insert into transfer (id, kind, debit, credit, amount, resolves, reference, description, created_at)
        select reference || ':' || part.kind, part.kind, part.debit, part.credit, part.amount,
          reference || ':' || part.resolves, reference, '', at
        from deal, lateral (select 'purchase:' || deal.id as reference) named,
          (select (select id from account where kind = 'escrow') as escrow, (select id from account where kind = 'fees') as fees) own,
          lateral (values
            (1, 'hold', buyer, escrow, 3, null), (2, 'release', escrow, seller, 2, 'hold'), (3, 'fee', escrow, fees, 1, 'release')
          ) part (step, kind, debit, credit, amount, resolves)
        order by nth, part.step`,
    `insert into entry (account_id, version, transfer_id, amount, balance_after)
        select account_id, row_number() over chain, id, amount, sum(amount) over chain
        from (select id, seq, debit as account_id, -amount as amount from transfer
          union all select id, seq, credit, amount from transfer) leg
        window chain as (partition by account_id order by seq)`,
    `update account set balance = chain.total, version = chain.entries
        from (select account_id, sum(amount) as total, count(*) as entries from entry group by account_id) chain
        where account.id = chain.account_id`,
  ])
}

/** In bulk: no foreign key is looked up, and no statement is too long. */
async function fill(db: Database, statements: string[]): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0; set local session_replication_role = replica')
    for (const statement of statements) await trx.raw(statement)
  })
  await db.raw('analyze')
}
