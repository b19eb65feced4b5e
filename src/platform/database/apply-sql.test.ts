import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cloneDatabase } from '../../testing/postgres/database.ts'
import { connectDatabase, type Database } from '../database.ts'
import { migrateDatabase } from './migrate-database.ts'
import { applySql, dropSql } from './apply-sql.ts'
import { MIGRATIONS, ownMigrations } from './migrations.ts'
import { readSqlFiles } from './sql-files.ts'

let db: Database
let drop: () => Promise<void>
beforeEach(async () => {
  const database = await cloneDatabase()
  drop = database.drop
  db = connectDatabase(database.url)
})
afterEach(async () => {
  await db.destroy()
  await drop()
})

/** Functions, triggers and views. A function of an index belongs to its table. */
const STANDING = `
  select pg_get_functiondef(oid) as made from pg_proc
  where pronamespace = 'public'::regnamespace and not exists (
    select from pg_depend where objid = pg_proc.oid and deptype = 'e'
      or refobjid = pg_proc.oid and refclassid = 'pg_proc'::regclass
        and classid = 'pg_class'::regclass and exists (select from pg_index where indexrelid = objid)
  )
  union all
  select pg_get_triggerdef(pg_trigger.oid) from pg_trigger join pg_class on pg_class.oid = tgrelid
  where relnamespace = 'public'::regnamespace and not tgisinternal
  union all
  select format('view %s as %s', viewname, definition) from pg_views where schemaname = 'public'
`
const standing = async (reader: Pick<Knex, 'raw'>) => {
  const { rows } = await reader.raw<{ rows: { made: string }[] }>(STANDING)
  return rows.map(({ made }) => made).sort()
}

/** Objects that only the database has, and objects that only the files make. */
async function differences(): Promise<{ extra: string[]; missing: string[] }> {
  const here = await standing(db)
  const trx = (await db.transaction()) as unknown as Knex.Transaction
  await dropSql(trx)
  const left = await standing(trx)
  await applySql(trx)
  const made = (await standing(trx)).filter((one) => !left.includes(one))
  await trx.rollback()
  return { extra: here.filter((one) => !made.includes(one)), missing: made.filter((one) => !here.includes(one)) }
}

test('what stands in the database stands in the files, nothing more and nothing else', async () => {
  expect(await differences()).toEqual({ extra: [], missing: [] })
  const { rows } = await db.raw<{ rows: { count: number }[] }>(`select count(*)::int from (${STANDING}) standing`)
  expect((await readSqlFiles()).flatMap(({ makes }) => makes)).toHaveLength(rows[0]?.count ?? 0)
})

test.each([
  ['another function', 'create function extra() returns int language sql as $$ select 1 $$', 1, 0],
  ['one of the same name', 'create function fold(int) returns int language sql as $$ select 1 $$', 1, 0],
  ['another view', 'create view extra as select 1 as one', 1, 0],
  ['another trigger', 'create trigger extra after delete on photo execute function notify_listings_changed()', 1, 0],
  ['a function that is gone', 'drop function holding(text)', 0, 1],
  ['a trigger that is gone', 'drop trigger purchase_noted on purchase', 0, 1],
  [
    'a function that says something else',
    "create or replace function holding(text) returns text language sql as $$ select '' $$",
    1,
    1,
  ],
  [
    'a trigger at another time',
    'create or replace trigger entry_never_truncated after truncate on entry execute function ledger_is_append_only()',
    1,
    1,
  ],
])('%s is noticed', async (_what, sql, extra, missing) => {
  await db.raw(sql)
  const found = await differences()
  expect({ extra: found.extra.length, missing: found.missing.length }).toEqual({ extra, missing })
})

test('constraints, defaults and indexes are built of no function in the files, which may be dropped to be made again', async () => {
  const { rows } = await db.raw<{ rows: object[] }>(`
    select distinct refobjid::regprocedure::text as built_of, classid::regclass::text as kind from pg_depend
    where refclassid = 'pg_proc'::regclass and classid in ('pg_class'::regclass, 'pg_constraint'::regclass, 'pg_attrdef'::regclass)
      and refobjid in (select oid from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend own where own.objid = pg_proc.oid and own.deptype = 'e'))
    order by 1`)
  expect(rows).toEqual([
    { built_of: 'near_spellings(text)', kind: 'pg_class' },
    { built_of: 'search_words(text,text)', kind: 'pg_class' },
    { built_of: 'short_parts(text)', kind: 'pg_class' },
  ])
})

const WORDS = 'src/modules/catalog/browse/words/words.sql'
const TILES = 'src/modules/catalog/searches/tiles.sql'

/** As another version had left it. */
const pretend = (file: string, makes: string) =>
  db.raw(`update migration_sql set hash = 'another', makes = makes || ? where file = ?`, [[makes], file])

test('a file that has changed runs again when there is nothing to migrate, and is named', async () => {
  await db.raw("create or replace function holding(text) returns text language sql as $$ select '' $$")
  expect(await migrateDatabase(db)).toEqual([])
  await db.raw(`update migration_sql set hash = 'another' where file in (?, ?)`, [WORDS, TILES])
  expect(await migrateDatabase(db)).toEqual([WORDS, TILES])
  expect(await differences()).toEqual({ extra: [], missing: [] })
  expect(await migrateDatabase(db)).toEqual([])
})

test('a function that is not in the files any more goes, with what is built on it, which is made again', async () => {
  await db.raw('drop view member_balance')
  await db.raw('create function spendable(bigint) returns bigint language sql as $$ select $1 $$')
  await db.raw('create view member_balance as select member_id, spendable(balance) as tokens from account')
  await pretend(WORDS, 'function spendable(bigint) returns bigint')
  await migrateDatabase(db)
  expect(await differences()).toEqual({ extra: [], missing: [] })
})

test('so does what a file made that is gone', async () => {
  await db.raw('create function extra() returns int language sql as $$ select 1 $$')
  await db.raw('create view also_extra as select extra()')
  await db.raw(
    "insert into migration_sql values ('src/gone.sql', '', '{function extra() returns int,view also_extra}')",
  )
  expect(await migrateDatabase(db)).toEqual(['src/gone.sql'])
  expect(await differences()).toEqual({ extra: [], missing: [] })
})

test('a function that answers something else is dropped first', async () => {
  await db.raw('drop function holding(text)')
  await db.raw('create function holding(text) returns int language sql as $$ select 1 $$')
  await db.raw(
    `update migration_sql set hash = 'another',
       makes = array_replace(makes, 'function holding(text) returns text', 'function holding(text) returns int')
     where file = ?`,
    [WORDS],
  )
  await migrateDatabase(db)
  expect(await differences()).toEqual({ extra: [], missing: [] })
})

test('all of it is applied, or nothing', async () => {
  await db.raw("update migration_sql set hash = 'another'")
  await db.raw(
    'drop function fold(text); drop trigger title_word_delete on search_entry; alter table search_entry rename to entries',
  )
  const before = await standing(db)
  await expect(migrateDatabase(db)).rejects.toThrow('"search_entry" does not exist')
  expect(await standing(db)).toEqual(before)
})

test('two at once take turns, also when one of them is no migration of the market', async () => {
  await dropSql(db)
  const all = (await readSqlFiles()).map(({ name }) => name).sort()
  const answers = await Promise.all([applySql(db), migrateDatabase(db), applySql(db)])
  expect(answers.toSorted((one, other) => one.length - other.length)).toEqual([[], [], all])
  expect(await differences()).toEqual({ extra: [], missing: [] })
})

/** The migrations that there are, and one more: a version that has it finds it missing when it is taken back. */
const withOneMore = (one: { up: string; down: string }) => ({
  afterAll: () => Promise.resolve(),
  migrationSource: {
    getMigrations: async () => [...(await ownMigrations()), '29990101000000_more.ts'].map((file) => ({ file })),
    getMigrationName: ({ file }: { file: string }) => file,
    getMigration: async ({ file }: { file: string }) =>
      file.startsWith('2999')
        ? { up: (trx: Knex) => trx.raw(one.up), down: (trx: Knex) => trx.raw(one.down) }
        : ((await import(join(MIGRATIONS.directory, file))) as Knex.Migration),
  },
})

test('a migration that is taken back leaves the functions that fit, or none', async () => {
  const before = await standing(db)
  // A view stands on the column, which could not go below it.
  const more = withOneMore({
    up: 'alter table account add pocket bigint; create view pockets as select pocket from account',
    down: 'alter table account drop pocket',
  })
  await db.migrate.latest(more)
  await db.raw("update migration_sql set makes = makes || '{view pockets}' where file like '%/append-only.sql'")
  await db.migrate.down(more)
  expect(await standing(db)).toEqual(before)
  // No function fits any more where a table is missing that one of them is about.
  const renaming = withOneMore({ up: 'select 1', down: 'alter table admin_action rename to admin_action_gone' })
  await db.migrate.latest(renaming)
  await db.migrate.down(renaming)
  expect(await standing(db)).toEqual([])
  await db.raw('alter table admin_action_gone rename to admin_action')
  await migrateDatabase(db)
  expect(await differences()).toEqual({ extra: [], missing: [] })
})

test("where one can't be taken back everything stands as it did", async () => {
  const more = withOneMore({ up: 'select 1', down: 'drop table there_is_none' })
  await db.migrate.latest(more)
  const before = await standing(db)
  await expect(db.migrate.down(more)).rejects.toThrow('"there_is_none" does not exist')
  expect(await standing(db)).toEqual(before)
})
