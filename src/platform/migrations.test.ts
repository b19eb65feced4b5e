import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectDatabase, type Database } from './database.ts'
import { cloneDatabase } from '../testing/postgres/database.ts'
import { migrateDatabase } from './database/migrate-database.ts'
import { describeSchema } from '../testing/postgres/describe-schema.ts'
import { describeTables } from '../testing/postgres/describe-tables.ts'

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

test('the migrations make the schema of migrations/schema.snap.txt, and each runs down as well as up', async () => {
  const full = await describeSchema(db)
  await expect(full).toMatchFileSnapshot('../../migrations/schema.snap.txt')
  const [done] = (await db.migrate.list()) as [{ name: string }[], unknown[]]
  for (let left = done.length; left > 0; left -= 1) {
    const [, undone] = (await db.migrate.down()) as [number, string[]]
    expect(undone).toHaveLength(1)
  }
  expect(await describeSchema(db)).toBe('\n')
  await db.migrate.latest()
  expect(await describeSchema(db)).toBe(full)
})

test('src/tables.ts has the types of their columns', async () => {
  await expect(await describeTables(db)).toMatchFileSnapshot('../tables.ts')
})

test('a database of another version is refused in plain words', async () => {
  await db('migration').insert({ name: '20261120010000_members.ts', batch: 1, migration_time: new Date(0) })
  await expect(migrateDatabase(db)).rejects.toThrow(
    /^This database belongs to another version of the market: .* \(20261120010000_members\.ts\)\. Start this version on an/,
  )
})

test('on the tables of a later version, to which somebody goes back from it, there is nothing to do', async () => {
  await db('migration').insert({ name: '29990101000000_later.ts', batch: 99, migration_time: new Date(0) })
  expect(await migrateDatabase(db)).toEqual([])
  await db.raw(`delete from migration where name like '%_admin.ts'`)
  await expect(migrateDatabase(db)).rejects.toThrow(/^This database belongs to another version of the market: /)
})
