import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { auditWhole } from '../../../modules/audit/index.ts'
import { withConnection } from '../../../platform/database.ts'
import { spawnProcess } from '../../market/start-market.ts'
import { demand, type Figures } from '../drill.ts'
import { type Cluster, type Node, startCluster } from './cluster.ts'
import { type Load, startLoad } from './load.ts'

const NEIGHBOURS = 3
/** Patroni's own, from deploy/patroni/patroni.yml. */
const TTL_MS = 20_000
/** From the first write that is answered again until nobody may be refused any more. */
const QUIET_AFTER_MS = 15_000
const BACK_WITHIN_MS = 120_000

interface Ordeal {
  name: string
  times?: number
  /** The longest time without a write, in milliseconds. */
  within?: number
  /** Answers that may come meanwhile; 0 is none at all. */
  allowed: number[]
  act: (cluster: Cluster) => Promise<void>
}

const ORDEALS: Ordeal[] = [
  {
    name: 'kill -9 of the primary',
    times: 3,
    within: 10_000,
    allowed: [503],
    act: async (cluster) => void process.kill(await postmasterOf(await cluster.leader()), 'SIGKILL'),
  },
  {
    name: 'loss of a node',
    within: TTL_MS + 5000,
    allowed: [503],
    async act(cluster) {
      const node = await cluster.leader()
      const postmaster = await postmasterOf(node)
      await node.patroni.end('SIGKILL')
      process.kill(postmaster, 'SIGKILL')
      await sleep(TTL_MS + 5000)
      await cluster.startNode(node)
    },
  },
  {
    name: 'planned switchover',
    within: 5000,
    allowed: [503],
    async act(cluster) {
      const { name, restPort } = await cluster.leader()
      const candidate = cluster.nodes.find((node) => node.name !== name)?.name
      const body = JSON.stringify({ leader: name, candidate })
      const answer = await fetch(`http://127.0.0.1:${restPort}/switchover`, { method: 'POST', body })
      demand('the switchover', answer.status, 200)
    },
  },
  {
    name: 'leader paused past its TTL and resumed',
    times: 2,
    allowed: [503],
    async act(cluster) {
      const node = await cluster.leader()
      const processes = [await postmasterOf(node), ...(await childrenOf(node))]
      node.patroni.signal('SIGSTOP')
      for (const pid of processes) signal(pid, 'SIGSTOP')
      await sleep(TTL_MS + 10_000)
      for (const pid of processes) signal(pid, 'SIGCONT')
      node.patroni.signal('SIGCONT')
    },
  },
  {
    name: 'rolling restart',
    allowed: [],
    async act(cluster) {
      for (const web of [...cluster.webs]) {
        const ended = once(web.process, 'exit')
        web.process.kill('SIGTERM')
        await ended
        await cluster.startWeb(web.port)
      }
    },
  },
  {
    name: 'pooler killed',
    allowed: [503],
    async act(cluster) {
      await cluster.pooler.end('SIGKILL')
      await sleep(3000)
      await cluster.startPooler()
    },
  },
  {
    name: 'bucket killed',
    allowed: [503],
    async act(cluster) {
      await cluster.bucket.stop()
      await sleep(5000)
      await cluster.startBucket()
    },
  },
  {
    name: 'proxy killed',
    allowed: [0],
    async act(cluster) {
      await cluster.proxy.end('SIGKILL')
      await sleep(1000)
      await cluster.startProxy()
    },
  },
]

/**
 * Beyond one machine: what `deploy/` describes, under a steady load of sign-ups, posts, messages and purchases, loses one
 * part after the other. Nothing that was acknowledged may be lost, and all of it comes back by itself.
 * @throws Error when a promise is broken
 */
export async function clusterDrill(): Promise<Figures> {
  const cluster = await startCluster()
  const load = await startLoad(cluster.url, NEIGHBOURS)
  try {
    await sleep(5000)
    const before = await audit(cluster)
    const figures: Figures = {}
    for (const ordeal of ORDEALS) {
      const times = []
      for (let time = 0; time < (ordeal.times ?? 1); time += 1) times.push(await undergo(cluster, load, ordeal))
      figures[ordeal.name] = times.join(', ')
      // It takes minutes, and tells what it has seen when a later part breaks.
      console.log(`        ${ordeal.name}: ${times.join(', ')}`)
    }
    figures['worker with a wrong database'] = await wrongDatabase(cluster)
    await load.stop()
    await cluster.settled()
    const lost = await load.lost(cluster.databaseUrl)
    demand(`lost writes (${lost[0] ?? ''})`, lost.length, 0)
    await audit(cluster, before)
    const counts = Object.entries(load.acknowledged).map(([table, ids]) => `${ids.size} of ${table}`)
    return { ...figures, acknowledged: counts.join(' + '), lost: 0, audit: 'clean, --since too' }
  } finally {
    await load.stop()
    await cluster.stop()
  }
}

/** @returns the longest time without a write, and what was refused meanwhile */
async function undergo(cluster: Cluster, load: Load, { name, act, within, allowed }: Ordeal): Promise<string> {
  await cluster.settled()
  await sleep(2000)
  const begun = performance.now()
  await act(cluster)
  const acted = performance.now()
  const back = await firstWrite(load, acted)
  await sleep(QUIET_AFTER_MS + 5000)
  const answered = load.answered.filter(({ at }) => at >= begun)
  const failed = answered.filter(({ status }) => status === 0 || status >= 500)
  const strange = failed.filter(({ status }) => !allowed.includes(status))
  demand(
    `${name}: answers ${[...new Set(strange.map(({ status, what }) => `${status} to ${what}`))].join(', ')}`,
    strange.length,
    0,
  )
  const late = failed.filter(({ at }) => at > back + QUIET_AFTER_MS)
  demand(`${name}: refused ${QUIET_AFTER_MS / 1000} s later`, late.length, 0)
  const gap = longestGap(load, begun)
  if (within !== undefined && gap > within) throw new Error(`${name}: no write for ${gap} ms`)
  return `${(gap / 1000).toFixed(1)} s (${failed.length} of ${answered.length} refused)`
}

const writes = ({ answered }: Load) =>
  answered.filter(({ status, what }) => /^2/.test(String(status)) && what.startsWith('POST'))

async function firstWrite(load: Load, since: number): Promise<number> {
  for (;;) {
    const found = writes(load).find(({ at }) => at >= since)
    if (found) return found.at
    if (performance.now() > since + BACK_WITHIN_MS) throw new Error(`no write for ${BACK_WITHIN_MS / 1000} s`)
    await sleep(100)
  }
}

function longestGap(load: Load, since: number): number {
  const times = [since, ...writes(load).flatMap(({ at }) => (at >= since ? [at] : []))]
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
}

/** It says so and ends, instead of taking jobs. */
async function wrongDatabase(cluster: Cluster): Promise<string> {
  const env = {
    ...cluster.env,
    DATABASE_URL: `${cluster.env.DATABASE_URL}_gone`,
    DATABASE_DIRECT_URL: `${cluster.databaseUrl}_gone`,
  }
  const worker = spawnProcess('src/worker.ts', env)
  const [code] = (await once(worker, 'exit')) as [number | null]
  demand('the exit code of a worker with a wrong database', code, 1)
  return 'ends with 1'
}

/** @returns the digest */
async function audit(cluster: Cluster, since?: string): Promise<string> {
  const { findings, digest } = await withConnection(cluster.databaseUrl, {}, (db) => auditWhole(db, { since }))
  demand(`findings of the audit (${JSON.stringify(findings[0])})`, findings.length, 0)
  return digest
}

const postmasterOf = async ({ folder }: Node) =>
  Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])

async function childrenOf(node: Node): Promise<number[]> {
  const postmaster = await postmasterOf(node)
  return (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')).trim().split(' ').map(Number)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // A connection that has ended meanwhile.
  }
}
