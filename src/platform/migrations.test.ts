import { expect, test } from 'vitest'
import { connectDatabase, type Database } from './database.ts'
import { cloneDatabase } from '../testing/database.ts'

/** Everything that migrations make, as lines that can be compared. */
async function shape(db: Database): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { line: string }[] }>(`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tgname from pg_trigger where not tgisinternal
    order by line
  `)
  return rows.map((row) => row.line)
}

test('each migration runs down as well as up, and up again to the same tables', async () => {
  const database = await cloneDatabase()
  const db = connectDatabase(database.url)
  try {
    const full = await shape(db)
    const [done] = (await db.migrate.list()) as [{ name: string }[], unknown[]]
    for (let left = done.length; left > 0; left -= 1) {
      const [, undone] = (await db.migrate.down()) as [number, string[]]
      expect(undone).toHaveLength(1)
    }
    expect((await shape(db)).filter((line) => !line.includes('migration'))).toEqual([])
    await db.migrate.latest()
    expect(await shape(db)).toEqual(full)
    expect(full.length).toBeGreaterThan(200)
  } finally {
    await db.destroy()
    await database.drop()
  }
})
