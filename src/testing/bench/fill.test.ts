import { expect, test } from 'vitest'
import { connectDatabase } from '../../platform/database.ts'
import { cloneDatabase } from '../postgres/database.ts'
import { tidy } from './fill.ts'

test('tidying up after a million listings takes longer than a statement of the market may', async () => {
  const database = await cloneDatabase()
  const db = connectDatabase(database.url)
  try {
    await db.raw(`do $$ begin
      execute format('alter role %I in database %I set statement_timeout = 1', current_user, current_database());
    end $$`)
    await tidy(database.url)
    const { rows } = await db.raw<{ rows: [{ done: boolean }] }>(
      "select last_vacuum is not null as done from pg_stat_user_tables where relname = 'search_entry'",
    )
    expect(rows).toEqual([{ done: true }])
  } finally {
    await db.destroy()
    await database.drop()
  }
})
