import { expect, test } from 'vitest'
import { connectDatabase } from './database.ts'
import { cloneDatabase } from '../testing/database.ts'
import { describeSchema } from '../testing/describe-schema.ts'

test('the migrations make the schema of migrations/schema.snap.txt, and each runs down as well as up', async () => {
  const database = await cloneDatabase()
  const db = connectDatabase(database.url)
  try {
    const full = await describeSchema(db)
    await expect(full).toMatchFileSnapshot('../../migrations/schema.snap.txt')
    const [done] = (await db.migrate.list()) as [{ name: string }[], unknown[]]
    for (let left = done.length; left > 0; left -= 1) {
      const [, undone] = (await db.migrate.down()) as [number, string[]]
      expect(undone).toHaveLength(1)
    }
    expect(await describeSchema(db)).not.toContain('table ')
    await db.migrate.latest()
    expect(await describeSchema(db)).toBe(full)
  } finally {
    await db.destroy()
    await database.drop()
  }
})
