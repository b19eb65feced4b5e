import { beforeAll, describe, expect, test } from 'vitest'
import type { Trx } from '../../platform/database.ts'
import { agreedTrade, callOff, sayAbsent, thank } from '../../testing/market/appointments.ts'
import { auditFindings, findingsIn } from '../../testing/market/audit.ts'
import type { TestClient } from '../../testing/market/client.ts'
import { useMarket } from '../../testing/market/use-market.ts'
import { acceptOrder, confirmOrder, decideOrder, paidOrder, reportOrder } from '../../testing/market/orders.ts'
import { promote } from '../../testing/market/promote.ts'
import { undoIsOver } from '../../testing/market/undo-is-over.ts'
import { handlers } from '../../worker.ts'
import { openAppeals, openReports } from '../../testing/market/work.ts'

const SOMEBODY = 'gen_random_uuid()'
const LATER = (column: string) => `coalesce(${column}, '2026-12-01') + interval '1 hour'`
const WORDS = `'Something else'`

/** Each table with what its rows are named by, a row in which everything has happened, and what each column is changed to. */
const TABLES: Record<string, { key: string; row: string; changes: Record<string, string>; immaterial?: string[] }> = {
  problem: {
    key: 'id',
    row: 'answer is not null',
    changes: {
      id: SOMEBODY,
      purchase_id: SOMEBODY,
      buyer_id: SOMEBODY,
      seller_id: SOMEBODY,
      reason: `'missing'`,
      reported_at: LATER('reported_at'),
      answered_at: LATER('answered_at'),
      answer: WORDS,
      decision_reason: WORDS,
    },
    immaterial: ['alarmed_at'],
  },
  problem_decision: {
    key: 'line_reference',
    row: 'final_outcome is not null',
    changes: {
      line_reference: WORDS,
      purchase_id: SOMEBODY,
      buyer_id: SOMEBODY,
      seller_id: SOMEBODY,
      outcome: `case outcome when 'release' then 'refund' else 'release' end`,
      reason: WORDS,
      decided_by: SOMEBODY,
      decided_at: LATER('decided_at'),
      appealed_at: LATER('appealed_at'),
      appeal: WORDS,
      final_outcome: `case final_outcome when 'release' then 'refund' else 'release' end`,
      final_reason: WORDS,
      final_by: SOMEBODY,
      final_at: LATER('final_at'),
      settled_at: LATER('settled_at'),
      announced_at: 'null',
    },
  },
  appointment: {
    key: 'id',
    row: `state = 'missed' and absent_answered_at is not null`,
    changes: {
      id: SOMEBODY,
      purchase_id: SOMEBODY,
      buyer_id: SOMEBODY,
      seller_id: SOMEBODY,
      offered_by: SOMEBODY,
      state: `'kept', absent_said_at = null`,
      starts_at: `starts_at + interval '1 minute'`,
      ends_at: LATER('ends_at'),
      agreed_at: LATER('agreed_at'),
      called_off_by: SOMEBODY,
      call_off_reason: WORDS,
      buyer_here_at: LATER('buyer_here_at'),
      seller_here_at: LATER('seller_here_at'),
      absent_said_by: SOMEBODY,
      absent_said_at: LATER('absent_said_at'),
      absent_word: WORDS,
      absent_answered_at: LATER('absent_answered_at'),
      absent_answer: WORDS,
      absent_counted_at: LATER('absent_counted_at'),
    },
    immaterial: [
      'offered_at',
      'times',
      'reminded',
      'buyer_on_the_way_at',
      'seller_on_the_way_at',
      'buyer_late_at',
      'seller_late_at',
    ],
  },
  thanks: {
    key: 'id',
    row: 'removed_at is not null',
    changes: {
      id: SOMEBODY,
      purchase_id: SOMEBODY,
      from_id: SOMEBODY,
      to_id: SOMEBODY,
      chips: `'{on_time}'`,
      words: WORDS,
      written_at: LATER('written_at'),
      removed_at: LATER('removed_at'),
      removed_because: WORDS,
    },
    immaterial: ['told_at'],
  },
  admin_action: {
    key: 'id',
    row: `action = 'admin.promote'`,
    changes: {
      id: 'default',
      actor_id: SOMEBODY,
      action: `'admin.setup'`,
      subject: `'member:' || gen_random_uuid()`,
      about_id: SOMEBODY,
      before: `'{"isAdmin": true}'`,
      after: `'{"isAdmin": false}'`,
      created_at: LATER('created_at'),
    },
  },
  suspension: {
    key: 'id',
    row: 'ended_at is not null',
    changes: {
      id: SOMEBODY,
      mailbox_hash: WORDS,
      member_id: SOMEBODY,
      reason: WORDS,
      until: LATER('until'),
      by_id: SOMEBODY,
      created_at: LATER('created_at'),
      ended_at: LATER('ended_at'),
      lifted_by: SOMEBODY,
    },
  },
  appeal: {
    key: 'id',
    row: 'decision is not null',
    changes: {
      id: SOMEBODY,
      action_id: 'action_id + 1000',
      member_id: SOMEBODY,
      words: WORDS,
      created_at: LATER('created_at'),
      decision: `case decision when 'undo' then 'keep' else 'undo' end`,
      reason: WORDS,
      decided_at: LATER('decided_at'),
      decided_by: SOMEBODY,
    },
  },
}

const market = useMarket()
let admins: TestClient[]
let other: TestClient

/** Decided and appealed, missed and answered, called off, kept, thanked and the thanks removed, promoted, suspended. */
beforeAll(async () => {
  const work = handlers(market.ctx)
  admins = [await market.signIn(), await market.signIn()]
  other = await market.signIn()
  const [first, second] = admins as [TestClient, TestClient]
  await first.post('/api/admin/setup')
  await promote(market, second)
  const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    expect(status, JSON.stringify(body)).toBeLessThan(300)
  }

  const missed = await agreedTrade(market, { minutes: 60 })
  market.clock.advance({ minutes: 120 })
  await ok(sayAbsent(missed.buyer, missed, 'I rang three times'))
  const path = `/api/purchases/${missed.purchaseId}`
  await ok(missed.seller.post(`${path}/appointment/absent/answer`, { word: 'I was upstairs' }))
  const counted = await agreedTrade(market, { minutes: 60 })
  market.clock.advance({ minutes: 120 })
  await ok(sayAbsent(counted.seller, counted))
  const off = await agreedTrade(market)
  await ok(callOff(off.seller, off))
  const kept = await agreedTrade(market, { minutes: 60 })
  market.clock.advance({ days: 2, minutes: 120 })
  await work['handover.count-absences']({})
  await work['handover.follow-appointments']({})

  const appealed = await paidOrder(market, { lines: 2 })
  await ok(reportOrder(appealed))
  await ok(
    appealed.seller.post(`/api/purchases/${appealed.purchaseId}/problem/answer`, {
      words: 'It was fine here.',
      refund: false,
    }),
  )
  await ok(decideOrder(first, appealed, 'release'))
  await ok(
    appealed.buyer.post(`/api/purchases/${appealed.purchaseId}/problem/appeal`, { words: 'Look at the photos.' }),
  )
  await ok(decideOrder(second, appealed, 'refund', { reason: 'They are broken, indeed.' }))
  await undoIsOver(market)
  await ok(reportOrder(off))
  await ok(decideOrder(first, off, 'release'))
  await ok(acceptOrder(off.buyer, off))

  await ok(confirmOrder(kept))
  await ok(thank(kept.buyer, kept, 'Buy my watches'))
  await ok(thank(kept.seller, kept, 'All was well'))
  const { id } = (await market.ctx.db('thanks').where({ from_id: kept.buyer.user.id }).first('id'))!
  await ok(kept.seller.post('/api/reports', { subject: { kind: 'thanks', id }, reason: 'spam' }))
  const [reported] = await openReports(first)
  await ok(first.post(`/api/admin/reports/${reported?.id}/decision`, { action: 'hide', note: 'Advertising' }))

  const suspended = await market.signIn()
  const suspension = { until: null, reason: 'The same advertisement ten times' }
  await ok(first.send('PUT', `/api/admin/members/${suspended.user.id}/suspension`, suspension))
  const [decision] = (await suspended.get<{ id: string }[]>('/api/decisions')).body
  await ok(suspended.post(`/api/decisions/${decision?.id}/appeal`, { words: 'It was my sister' }))
  const [appeal] = await openAppeals(second)
  market.clock.advance({ minutes: 120 })
  await ok(second.post(`/api/admin/appeals/${appeal?.id}`, { decision: 'undo', reason: 'She says so' }))
  await market.runJobs()
})

/** The audit's findings after these changes, which are undone; past all triggers and foreign keys, as a superuser can. */
async function foundAfter<Result>(change: (trx: Trx) => PromiseLike<Result>, { triggers = false } = {}) {
  const trx = await market.ctx.db.transaction()
  try {
    if (!triggers) await trx.raw('set local session_replication_role = replica')
    const result = await change(trx)
    if (triggers) await trx.raw('set constraints all immediate')
    return { result, findings: await findingsIn(trx) }
  } finally {
    await trx.rollback()
  }
}

const keysOf = async (trx: Trx, sql: string) =>
  (await trx.raw<{ rows: { key: string }[] }>(sql)).rows.map(({ key }) => key)

test('nothing is wrong before', async () => expect(await auditFindings(market)).toEqual([]))

describe.each(Object.entries(TABLES))('of %s', (table, { key, row, changes, immaterial = [] }) => {
  const chosen = `(select min(${key}::text) from ${table} where ${row})`

  test('every column is looked at', async () => {
    const { rows } = await market.ctx.db.raw<{ rows: { name: string }[] }>(
      'select column_name as name from information_schema.columns where table_name = ?',
      [table],
    )
    expect([...Object.keys(changes), ...immaterial].sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  const deleted = `delete from ${table} where ${key}::text = ${chosen} returning ${key}::text as key`
  test.each([
    ...Object.entries(changes).map(([column, value]): [string, string] => [
      `a changed ${column}`,
      `with before as (select ${key}::text as key from ${table} where ${key}::text = ${chosen})
       update ${table} set ${column} = ${value} from before where ${table}.${key}::text = before.key returning before.key`,
    ]),
    ['a row that is gone', deleted],
  ])('%s is named', async (_what, sql) => {
    const { result, findings } = await foundAfter((trx) => keysOf(trx, sql))
    expect(result).toHaveLength(1)
    const named = findings.flatMap(({ check, ids }) => (check === 'purchase-history' ? ids : []))
    expect(named).toContain(result[0])
  })

  test('a row from nowhere is named, and one that is gone where the triggers were left on', async () => {
    const columns = Object.keys(changes).concat(immaterial)
    const fresh: Record<string, string> = { [key]: changes[key]! }
    if (table === 'thanks') fresh['from_id'] = SOMEBODY
    if (table === 'appeal') fresh['action_id'] = changes['action_id']!
    const planted = await foundAfter((trx) =>
      keysOf(
        trx,
        `insert into ${table} (${columns.join()}) overriding system value
         select ${columns.map((column) => (fresh[column] === 'default' ? `${column} + 1000` : (fresh[column] ?? column))).join()}
         from ${table} where ${key}::text = ${chosen} returning ${key}::text as key`,
      ),
    )
    expect(planted.findings.flatMap(({ ids }) => ids)).toContain(planted.result[0])
    const gone = await foundAfter((trx) => keysOf(trx, deleted), { triggers: true })
    expect(gone.findings.flatMap(({ ids }) => ids)).toContain(gone.result[0])
  })
})

test.each([
  ['an admin who is none any more', 'purchase-history', 1, false],
  ['an admin whom nobody made one', 'purchase-history', 2, true],
] as const)('%s is named', async (_what, check, index, isAdmin) => {
  const member = [...admins, other][index]!.user.id
  const make = (trx: Trx) => trx('member').where({ id: member }).update({ is_admin: isAdmin })
  const { findings } = await foundAfter(make)
  expect(findings).toContainEqual(expect.objectContaining({ check, ids: [member] }))
})

test('an admin whom nobody made one is named where the triggers were left on, too', async () => {
  const { id } = other.user
  const { findings } = await foundAfter((trx) => trx('member').where({ id }).update({ is_admin: true }), {
    triggers: true,
  })
  expect(findings).toMatchObject([{ check: 'admins', ids: [id] }])
})

test.each([
  ['problem', 'reason', `'missing'`],
  ['problem_decision', 'outcome', `case outcome when 'release' then 'refund' else 'release' end`],
  ['appointment', 'absent_said_by', 'seller_id'],
  ['thanks', 'chips', `'{on_time}'`],
  ['admin_action', 'subject', `'settings'`],
  ['suspension', 'reason', WORDS],
  ['appeal', 'decision', `'keep'`],
])('%s.%s is named by its line of history, where the triggers were left on', async (table, column, value) => {
  const { key, row } = TABLES[table]!
  const { result, findings } = await foundAfter(
    (trx) => keysOf(trx, `update ${table} set ${column} = ${value} where ${row} returning ${key}::text as key`),
    { triggers: true },
  )
  const named = findings.flatMap(({ check, ids }) => (check === 'purchase-steps' ? ids : []))
  expect(named).toEqual(expect.arrayContaining(result))
})

test.each([
  ['turned round', 'final_outcome is null', `outcome = 'refund'`],
  ['whose last word was turned round', 'final_outcome is not null', `final_outcome = 'release'`],
  ['that was not carried out', 'final_outcome is null', 'settled_at = null'],
])('a decision %s, in history too, is not how it ended', async (_what, where, change) => {
  const { result, findings } = await foundAfter(async (trx) => {
    const keys = await keysOf(
      trx,
      `update problem_decision set ${change} where ${where} returning line_reference as key`,
    )
    await trx.raw(
      `update purchase_history set facts = noted.facts from noted_facts noted
       where noted.subject = 'problem_decision' and purchase_history.facts ->> 'key' = noted.facts ->> 'key'
         and purchase_history.number = (select max(number) from purchase_history last where last.facts ->> 'key' = noted.facts ->> 'key')`,
    )
    return keys
  })
  expect(result.length).toBeGreaterThan(0)
  const named = findings.flatMap(({ check, ids }) => (check === 'decisions' ? ids : []))
  expect(named).toEqual(expect.arrayContaining(result))
})
