import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClonedDatabase } from '../../testing/postgres/clone-database.ts'
import { cloneDatabase } from '../../testing/postgres/database.ts'
import { freePort, spawnInto, spawnProcess, spawnWithoutOutput } from '../../testing/market/start-market.ts'

/** Each makes a line of the log about as long; together they are more than a pipe and the room behind it hold. */
const LONG_PATH = `/api${'/xxxx'.repeat(1600)}`
const REQUESTS = 200

let database: ClonedDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

interface Site {
  url: string
  child: ChildProcess
}

async function startSite(
  start: (file: string, env: Record<string, string>) => ChildProcess = spawnProcess,
): Promise<Site> {
  const port = String(await freePort())
  const env = { DATABASE_URL: database.url, PORT: port, DEMO: 'off', LOG_LEVEL: 'info', WORKERS: 'off' }
  const child = start('src/web.ts', env)
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 120_000, interval: 100 },
    )
    .toBe(200)
  return { url, child }
}

/** Asks for so much that the log is far behind. */
async function flood({ url }: Site): Promise<void> {
  for (let asked = 0; asked < REQUESTS; asked += 10) {
    const answers = Array.from({ length: 10 }, () => fetch(url + LONG_PATH, { signal: AbortSignal.timeout(120_000) }))
    for (const answer of await Promise.all(answers)) {
      await answer.text()
      expect(answer.status).toBe(404)
    }
  }
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
}

const droppedLines = async ({ url }: Site) =>
  Number(/^log_dropped_lines_total (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1])

async function end({ child }: Site): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}

describe('a site goes on answering', () => {
  test('while nobody reads what it prints, and says afterwards what it has dropped', async () => {
    const site = await startSite()
    await flood(site)
    const dropped = await droppedLines(site)
    expect(dropped).toBeGreaterThan(0)
    let read = ''
    site.child.stdout?.on('data', (chunk: Buffer) => (read += chunk.toString()))
    await expect.poll(() => read).toContain('lines of the log were dropped')
    expect(Number(/"dropped":(\d+)/.exec(read)?.[1])).toBe(await droppedLines(site))
    // Nothing that was printed is torn.
    const lines = read.split('\n').filter((line) => line.includes('xxxx'))
    expect(lines.length + dropped).toBeGreaterThanOrEqual(REQUESTS)
    for (const line of lines) expect(line).toContain(LONG_PATH)
    await end(site)
  })

  test('and ends in order, when its reader has gone', async () => {
    const site = await startSite()
    site.child.stdout?.destroy()
    site.child.stderr?.destroy()
    await flood(site)
    expect(await droppedLines(site)).toBeGreaterThan(0)
    await end(site)
  })

  test('while the disk of its log is full', async () => {
    const full = openSync('/dev/full', 'w')
    const site = await startSite((file, env) => spawnInto(full, file, env))
    closeSync(full)
    await flood(site)
    expect(await droppedLines(site)).toBeGreaterThan(0)
    await end(site)
  })

  test('that was started with its output closed', async () => {
    const site = await startSite(spawnWithoutOutput)
    await flood(site)
    await end(site)
  })
})
