import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testMarket, type TestMarket } from '../market/market.ts'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

/** Folder -> the tables, views included, that only SQL and queries in this folder may name. */
const OWNED: Record<string, string[]> = {
  'src/platform/': ['sessions', 'backoff', 'month_salt', 'outage', 'rate_limit', 'site', 'site_file'],
  'src/modules/identity/': [
    'arrival',
    'arrival_salt',
    'device',
    'mailbox',
    'mailbox_key',
    'member',
    'member_block',
    'passkey',
    'passkey_challenge',
    'sign_in_code',
    'suspension',
  ],
  'src/modules/catalog/': [
    'category_price',
    'copied_photo',
    'favourite',
    'listing',
    'listing_card',
    'listing_count',
    'map_key',
    'missed_search',
    'photo',
    'saved_search',
    'search_entry',
    'search_match',
    'title_word',
    'title_word_change',
    'photo_analysis',
    'analysis_batch',
    'analysis_batch_item',
    'analysis_cost',
  ],
  'src/modules/wallet/': [
    'account',
    'activity',
    'admin_settings',
    'entry',
    'ledger_digest',
    'ledger_key',
    'ledger_salt',
    'ledger_tile',
    'member_balance',
    'streak',
    'supply_factor',
    'token_transactions',
    'transfer',
  ],
  'src/modules/purchasing/': [
    'basket_line',
    'card_event',
    'card_refund',
    'cleared_alarm',
    'courier_quote',
    'draw',
    'draw_entry',
    'unpaid_want',
    'noted_facts',
    'payment_difference',
    'purchase',
    'purchase_alarm',
    'purchase_card',
    'purchase_line',
    'purchase_history',
    'sandbox_idempotency_key',
    'sandbox_object',
  ],
  'src/modules/messaging/': ['conversation', 'message'],
  'src/modules/notifications/': ['notice', 'notice_delivery', 'notice_preference', 'push_subscription', 'quiet_hours'],
  'src/modules/handover/': [
    'appointment',
    'calendar_feed',
    'handover_code',
    'problem',
    'problem_decision',
    'problem_photo',
    'thanks',
  ],
  'src/modules/economy/': ['economy_minted', 'economy_missed_search', 'economy_month'],
  'src/modules/recalls/': ['recall', 'recall_source'],
  'src/modules/audit/': ['audit_run'],
  'src/modules/backup/': ['backup'],
  'src/modules/admin/': [
    'admin_action',
    'admin_setup',
    'appeal',
    'canned_words',
    'member_note',
    'report',
    'setup_token',
    'taken_work',
    'undoable_act',
  ],
  'seeds/': ['demo_seed'],
}

const OWNERS = new Map(Object.entries(OWNED).flatMap(([folder, tables]) => tables.map((table) => [table, folder])))

describe('tables', () => {
  let market: TestMarket
  beforeAll(async () => {
    market = await testMarket()
  })
  afterAll(() => market.stop())

  test('each has an owner', async () => {
    const { rows } = await market.ctx.db.raw<{ rows: { name: string }[] }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_name not like 'migration%'`,
    )
    expect([...OWNERS.keys()].sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  test('are named by their owner alone', () => {
    const foreign = sources().flatMap((file) =>
      namedBy(file)
        .filter((table) => !file.startsWith(OWNERS.get(table) ?? ''))
        .map((table) => `${file} names ${table}`),
    )
    expect(foreign.filter((naming) => !ACROSS.some((file) => naming.startsWith(file)))).toEqual([])
    for (const file of ACROSS) expect(foreign.join()).toContain(file)
  })

  test.each([
    ['a joined table', 'await trx.raw(`select 1 from card_event\n join member on member.id = ${id}`)', 'member'],
    ['a table in a condition', "query.whereRaw('exists (select from listing)')", 'listing'],
    ['an update', "db.raw('update purchase set state = 1')", 'purchase'],
    ['a query', "await ctx.db('sessions').where({ sid })", 'sessions'],
    ['a query in a transaction', "trx('notice').delete()", 'notice'],
    ['a joined query', "query.leftJoin('account', 'account.id', 'member_id')", 'account'],
    ['a row class', "class Member extends rowOf('report') {}", 'report'],
    ['a narrowed row class', "class Line extends rowOf<'report', { id: string }>('report') {}", 'report'],
  ])('%s is found', (_what, text, table) => {
    expect(tablesNamedIn(text)).toContain(table)
  })

  test.each([
    ['a view of a table', 'create view one as\n  select 1 from account', ['account']],
    ['a trigger on a table', 'create trigger one after update of title on listing execute function two()', ['listing']],
    ['a function of a row', 'create or replace function facts_of(thanks) returns jsonb', ['thanks']],
    ['a word in a comment', '-- from member', []],
  ])('in a .sql file %s is found', (_what, text, tables) => {
    expect(tablesNamedInSql(text)).toEqual(tables)
  })

  test('words that only look like tables are not', () => {
    expect(tablesNamedIn("idsOf('listing') // from member\nthrow new Error('no photo in message')")).toEqual([])
  })
})

/** The demo, which dates back what it makes, is left out. */
function sources(): string[] {
  const files = ['src', 'cli'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  return files.filter((file) => /\.(?:ts|sql)$/.test(file) && !/\.test\.ts$|^src\/testing\//.test(file))
}

/** Views that join the tables of several modules in one view. */
const ACROSS = ['src/modules/wallet/statement/token-transactions.sql', 'src/modules/purchasing/audit/noted-facts.sql']

const NAMED_IN_SQL = new RegExp(
  `\\b(?:from|join|into|update|table)\\s+(${[...OWNERS.keys()].join('|')})\\b(?!\\.)`,
  'g',
)
const BUILT_ON = new RegExp(
  `\\bon\\s+(${[...OWNERS.keys()].join('|')})\\b(?!\\.)|\\((${[...OWNERS.keys()].join('|')})\\) returns`,
  'g',
)
const QUERIES = /(?:^|\.)(?:db|trx|reader|lock|rowOf|from|into|table|join|\w+Join)$/

function namedBy(file: string): string[] {
  const text = readFileSync(join(PROJECT, file), 'utf8')
  return file.endsWith('.sql') ? tablesNamedInSql(text) : tablesNamedIn(text)
}

function tablesNamedInSql(text: string): string[] {
  const sql = text.replace(/--.*/g, '')
  const found = [...sql.matchAll(NAMED_IN_SQL), ...sql.matchAll(BUILT_ON)]
  return [...new Set(found.map(([, table, row = '']) => table ?? row))]
}

function tablesNamedIn(text: string): string[] {
  const tables = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
      for (const [, table = ''] of sqlOf(node).matchAll(NAMED_IN_SQL)) tables.add(table)
    const named = ts.isCallExpression(node) && QUERIES.test(node.expression.getText()) && node.arguments[0]
    if (named && ts.isStringLiteralLike(named) && OWNERS.has(named.text)) tables.add(named.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true))
  return [...tables]
}

function sqlOf(node: ts.StringLiteralLike | ts.TemplateExpression): string {
  if (!ts.isTemplateExpression(node)) return node.text
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' … ')
}
