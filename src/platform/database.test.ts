import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { cloneDatabase } from '../testing/postgres/database.ts'
import { loadConfig } from './config.ts'
import { connectDatabase, transact, type Reader } from './database.ts'
import { createLogger } from './process/logger.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('a connection that breaks is told to the log, and never to standard output, where results go', async () => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const database = await cloneDatabase()
  const lines: string[] = []
  const stream = new PassThrough().setEncoding('utf8').on('data', (line: string) => lines.push(line))
  const db = connectDatabase(database.url, { log: createLogger(loadConfig({}), stream), applicationName: 'breaks' })
  const other = connectDatabase(database.url)
  try {
    await db.raw('select 1')
    await other.raw(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'breaks'`)
    await expect.poll(() => db.raw('select 1').then(() => lines.join(''))).toContain('Connection Error')
    expect(printed).not.toHaveBeenCalled()
  } finally {
    await db.destroy()
    await other.destroy()
    await database.drop()
  }
})

test('a statement that comes again and again is planned once for a connection; a page, which is read in many ways, never', async () => {
  const database = await cloneDatabase()
  const db = connectDatabase(database.url, { poolMax: 1 })
  const ask = (sql: string, ...values: number[]) => db.raw<{ rows: { text: string }[] }>(sql, values)
  try {
    for (let time = 1; time <= 20; time += 1) {
      await ask('select ?::int as again', time)
      await ask('select ?::int as page limit ?', time, 1)
      await ask('select 1 as nothing_asked')
      await ask(`select ?::int as "time ${time}"`, time)
    }
    const { rows } = await ask('select statement as text from pg_prepared_statements')
    expect(rows).toEqual([{ text: 'select $1::int as again' }])
  } finally {
    await db.destroy()
    await database.drop()
  }
})

test('a column that a migration adds disturbs nobody who works meanwhile', async () => {
  const database = await cloneDatabase()
  const db = connectDatabase(database.url)
  const rowOf = async (reader: Reader, sql: string) =>
    (await reader.raw<{ rows: object[] }>(sql, ['2026-11-18'])).rows[0]
  const read = () => rowOf(db, 'select * from admin_settings where updated_at <= ?')
  const write = () => transact(db, (trx) => rowOf(trx, 'update admin_settings set updated_at = ? returning *'))
  const add = (column: string) => db.raw(`alter table admin_settings add ${column} int not null default 7`)
  try {
    for (let time = 1; time <= 10; time += 1)
      expect({ ...(await read()), ...(await write()) }).not.toHaveProperty('first')
    await add('first')
    expect(await read()).toMatchObject({ first: 7 })
    expect(await write()).toMatchObject({ first: 7 })
    for (let time = 1; time <= 10; time += 1) await write()
    await add('second')
    expect(await write()).toMatchObject({ second: 7 })
    expect(await read()).toMatchObject({ second: 7 })
  } finally {
    await db.destroy()
    await database.drop()
  }
})
