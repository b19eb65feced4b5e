// `npm run drill [-- NAME...] [-- --seed N]`: the long forms of the promises, each in an empty market of its own.
import { randomInt, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'
import { messageOf } from '../../platform/errors.ts'
import { openMarket } from '../market/open-market.ts'
import { clusterDrill } from './cluster/drill.ts'
import { deployFiles } from './deploy-files.ts'
import type { Drill, Figures } from './drill.ts'
import { FAULT_DRILLS } from './faults/faults.ts'
import { LEDGER_DRILLS } from './ledger/ledger.ts'
import { LEDGER_MEASURES } from './ledger/ledger-measures.ts'
import { LONG_TESTS } from './long-tests.ts'
import { measureCosts } from './purchases/measure-costs.ts'
import { NOTICE_DRILLS } from './notices.ts'
import { PURCHASING_DRILLS } from './purchases/purchasing.ts'
import { restoreInTime } from './backup/restore-in-time.ts'
import { inTurns } from './purchases/trade-steps.ts'
import { wholeBackup } from './backup/whole-backup.ts'

const DRILLS: Record<string, Drill> = {
  ...LEDGER_DRILLS,
  ...LEDGER_MEASURES,
  ...PURCHASING_DRILLS,
  ...FAULT_DRILLS,
  ...NOTICE_DRILLS,
  'deploy-files': deployFiles,
  'measure-costs': measureCosts,
  cluster: clusterDrill,
  'restore-in-time': restoreInTime,
  'whole-backup': wholeBackup,
  ...LONG_TESTS,
}

/** Installs packages of the system, and takes six minutes. */
const ON_REQUEST = new Set(['cluster'])

const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true })
const seed = Number(values.seed ?? randomInt(2 ** 31))
const unknown = positionals.filter((name) => !(name in DRILLS))
if (unknown.length > 0 || !Number.isSafeInteger(seed)) {
  console.error(`There is no drill ${unknown.join(', ')}. The drills are: ${Object.keys(DRILLS).join(', ')}`)
  process.exit(2)
}

console.log(`seed ${seed}`)
const chosen = positionals.length > 0 ? positionals : Object.keys(DRILLS).filter((name) => !ON_REQUEST.has(name))
/** Measures run alone; of the others, whose servers are often waited for, three run at a time. */
const [measures, others] = [true, false].map((wanted) =>
  chosen.filter((name) => name.startsWith('measure-') === wanted),
)
const started = performance.now()
const broken: string[] = []
const rows = new Map<string, string>()
const dataDir = await mkdtemp(join(tmpdir(), 'market-drill-'))
// As root, PostgreSQL runs as another user, who must get in.
await chmod(dataDir, 0o711)
const server = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '200' } })
try {
  await inTurns(others!, 3, report)
  await inTurns(measures!, 1, report)
} finally {
  await server.stop()
  for (const folder of [dataDir, server.folder]) await rm(folder, { recursive: true, force: true })
}
const table = ['| drill | kept | seconds | figures |', '|---|---|--:|---|', ...chosen.map((name) => rows.get(name))]
console.log(`\nseed ${seed}, ${secondsSince(started)} s\n\n${table.join('\n')}\n`)
console.log(broken.length === 0 ? `${chosen.length} drills, all kept` : `broken: ${broken.join(', ')} (--seed ${seed})`)
process.exitCode = broken.length === 0 ? 0 : 1

async function report(name: string): Promise<void> {
  const begun = performance.now()
  let [kept, figures] = [true, {} as Figures]
  try {
    figures = await inOwnMarket(DRILLS[name]!)
  } catch (error) {
    kept = false
    figures = { error: messageOf(error) }
    broken.push(name)
  }
  const seconds = secondsSince(begun)
  const line = Object.entries(figures)
    .map(([what, figure]) => `${what}: ${figure}`)
    .join(', ')
  console.log(`${kept ? 'kept  ' : 'BROKEN'}  ${name.padEnd(26)}${seconds.padStart(7)} s  ${line}`)
  rows.set(name, `| ${name} | ${kept ? 'yes' : 'NO'} | ${seconds} | ${line.replaceAll('|', '/')} |`)
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(1)
}

async function inOwnMarket(drill: Drill): Promise<Figures> {
  const database = new URL(server.url)
  database.pathname = `/drill_${randomUUID().replaceAll('-', '')}`
  await administer(`create database ${database.pathname.slice(1)}`)
  const market = await openMarket(database.href)
  try {
    return await drill({ ...market, random: seededRandom(seed) })
  } finally {
    await market.stop()
    await administer(`drop database ${database.pathname.slice(1)} with (force)`)
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client(server.url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** mulberry32 */
function seededRandom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
