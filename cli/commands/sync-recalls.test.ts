import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cpscEntry } from '../../src/testing/doubles/recalls-double.ts'
import { cloneDatabase } from '../../src/testing/postgres/database.ts'
import { query } from '../../src/testing/postgres/postgres-process.ts'
import { captureOutput } from '../../src/testing/run/capture-output.ts'
import { runMarket } from '../run-market.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let folder: string
beforeAll(async () => {
  database = await cloneDatabase()
  folder = await mkdtemp(join(tmpdir(), 'recalls-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function sync(content: string) {
  const file = join(folder, 'recalls.json')
  await writeFile(file, content)
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: 'silent' }
  const { code, stdout, stderr } = await captureOutput(env, () => runMarket(['sync-recalls', '--file', file]))
  const kept = await query(database.url, "select key from recall where source = 'cpsc' order by key")
  return { code, said: stdout.trim(), problem: stderr.trim(), kept: kept.length }
}
const entries = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    cpscEntry(`26-${100 + n}`, { title: `Acme recalls cot ${n}`, name: `Cot ${n}` }),
  )

test('a file says whose it is, how many recalls are in it and how many are new; the same again has none', async () => {
  const two = JSON.stringify(entries(2))
  const first = await sync(two)
  expect(first).toMatchObject({ code: 0, kept: 2 })
  expect(first.said).toMatch(/: 2 recalls, 2 of them new$/)
  expect((await sync(two)).said).toMatch(/: 2 recalls, 0 of them new$/)
  expect((await sync(JSON.stringify(entries(3)))).said).toMatch(/: 3 recalls, 1 of them new$/)
})

test('one odd entry is said and left out, wherever it stands', async () => {
  const { code, said, kept } = await sync(JSON.stringify([{ RecallID: 'odd' }, ...entries(3)]))
  expect({ code, kept }).toEqual({ code: 0, kept: 3 })
  expect(said).toMatch(/: 3 recalls, 0 of them new\n.*\(1 of its 4 entries are of another shape, such as RecallID: /)
})

test("what is broken, nobody's or ten times as large is refused with why, and the last good copy stays", async () => {
  const many = await sync(JSON.stringify(entries(60)))
  expect(many).toMatchObject({ code: 1, kept: 3 })
  expect(many.said).toContain('the last good copy is kept')
  for (const foreign of [JSON.stringify(entries(2)).slice(0, -40), '{"hello":"world"}', '']) {
    const { code, kept, said, problem } = await sync(foreign)
    expect([foreign.slice(0, 10), code, kept, said]).toEqual([foreign.slice(0, 10), 2, 3, ''])
    expect(problem).not.toBe('')
    expect(problem).not.toMatch(/\n\s+at /)
  }
})
