import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contractionsIn } from './contractions.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
/** The schema of the first release. */
const LAST_OF_BASELINE = '20261123051300_recalls.ts'

// Processes of the version before still run while a database is migrated.
test('each migration after the baseline only expands, or says since which release nothing uses what it removes', () => {
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.ts'))
  expect(files).toContain(LAST_OF_BASELINE)
  const later = files.filter((file) => file > LAST_OF_BASELINE)
  const found = later.flatMap((file) =>
    contractionsIn(readFileSync(new URL(file, MIGRATIONS), 'utf8')).map((what) => `${file} ${what}`),
  )
  expect(found).toEqual([])
})

const migration = (sql: string, more = '') => `
  ${more}
  export async function up(knex) { await knex.raw(\`${sql}\`) }
  export async function down(knex) { await knex.raw(\`alter table listing drop column added\`) }`

test.each([
  ['drop table photo', 'drops table photo'],
  ['drop table if exists photo, listing cascade', 'drops table photo'],
  ['drop table photo; create table photo (id uuid)', 'drops table photo'],
  ['drop view token_transactions', 'drops view token_transactions'],
  ['ALTER TABLE listing DROP COLUMN title', 'drops a column: listing drop column title'],
  ['alter table listing add note text, drop title', 'drops a column: listing drop title'],
  ['alter table only "listing" rename column title to name', 'renames: listing rename column title to name'],
  ['alter table listing rename title to name', 'renames: listing rename title to name'],
  ['alter table if exists listing\n rename to item', 'renames: listing rename to item'],
  ['alter table listing alter column city set not null', 'sets not null: listing alter column city set not null'],
  ['alter table listing alter city type varchar(9)', 'changes a type: listing alter city type varchar(9)'],
  ['alter table listing alter city set data type int', 'changes a type: listing alter city set data type int'],
  ['alter table listing add note text not null', 'adds a column that is not null and has no default'],
  ['alter table listing add column code text unique', 'builds an index'],
  ['alter table listing add column code uuid default gen_random_uuid()', 'rewrites the table'],
  ['alter table listing add constraint short check (length(title) < 9)', 'adds a constraint without not valid'],
  ['alter table listing add foreign key (city) references city', 'adds a constraint without not valid'],
  ['create index on listing (city)', 'builds an index on listing not concurrently'],
  ['create unique index if not exists one on listing (city)', 'builds an index on listing not concurrently'],
  ['create table x (id uuid); create index y on listing (city)', 'builds an index on listing not concurrently'],
  ['do $$ begin alter table listing drop column title; end $$', 'drops a column'],
])('found: %s', (sql, what) => {
  expect(contractionsIn(migration(sql))).toContainEqual(expect.stringContaining(what))
})

test.each([
  [
    'create table note (id uuid primary key, listing_id uuid not null references listing (id), unique (id, listing_id))',
  ],
  [
    'create table note (id uuid); create index note_by_id on note (id); alter table note add constraint a check (id > b)',
  ],
  ['alter table listing add column note text, add held_until timestamptz check (held_until > created_at)'],
  ["alter table listing add column price numeric(8, 2) not null default 0, add kind text not null default 'a;b'"],
  [
    'alter table listing add constraint short check (length(title) < 9) not valid; alter table listing validate constraint short',
  ],
  [
    'alter table listing drop constraint listing_status, add constraint listing_status check (status in (1, 2)) not valid',
  ],
  ['create unique index concurrently listing_code on listing (code)'],
  ['alter table listing add constraint one unique using index listing_code, alter city drop not null'],
  ['drop view cheap; create view cheap as select 1'],
  ["comment on column listing.title is 'we drop table photo some day' -- drop table photo"],
])('let through: %s', (sql) => {
  expect(contractionsIn(migration(sql))).toEqual([])
})

test('a migration may contract what it says no release uses any longer', () => {
  const drop = (reason: string) => migration('drop table photo', `export const contracts = '${reason}'`)
  expect(contractionsIn(drop('1.2.0 stopped reading photo'))).toEqual([])
  expect(contractionsIn(drop('nobody reads it'))).toEqual(['contracts names no release that stopped using it'])
})

test('what the check does not read is refused', () => {
  const builder = "export async function up(knex) { await knex.schema.dropTable('photo') }"
  expect(contractionsIn(builder)).toEqual(['uses the schema builder, which this check does not read'])
})
