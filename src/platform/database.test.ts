import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { cloneDatabase } from '../testing/database.ts'
import { loadConfig } from './config.ts'
import { connectDatabase } from './database.ts'
import { createLogger } from './logger.ts'

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
    await vi.waitFor(async () => {
      await db.raw('select 1')
      expect(lines.join('')).toContain('Connection Error')
    })
    expect(printed).not.toHaveBeenCalled()
  } finally {
    await db.destroy()
    await other.destroy()
    await database.drop()
  }
})
