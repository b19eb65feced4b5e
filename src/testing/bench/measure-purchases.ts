import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { median } from './measure.ts'
import type { Contender } from './purchases/contender.ts'
import { market } from './purchases/market.ts'
import { count, measureCost, type Cost, type Counts } from './purchases/measure.ts'
import { reference } from './purchases/reference.ts'
import { startCluster } from './purchases/start-cluster.ts'

/**
 * Measures a purchase, from the reservation to the tokens, beside a bare server that writes the same rows as durably.
 * Machines drift: both take turns in each round, and what counts is the median of the rounds' ratios.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    /** Each turn makes so many. */
    purchases: { type: 'string', default: '400' },
    /** Purchases that begin in a second. */
    rate: { type: 'string', default: '40' },
    /** The folder of another checkout of the project, which then takes the place of the reference. */
    beside: { type: 'string' },
  },
})
const [rounds, purchases, rate] = [values.rounds, values.purchases, values.rate].map(Number) as [number, number, number]
const tell = (line: string) => process.stdout.write(`${line}\n`)
const OWN = fileURLToPath(new URL('../../..', import.meta.url))

interface Measured {
  counts: Counts
  costs: Cost[]
}

const clusters = [await startCluster(), await startCluster()]
const clients = clusters.map(({ url }) => new pg.Client(url))
try {
  for (const client of clients) await client.connect()
  const [own, other] = [clusters[0]!, clusters[1]!]
  const first = market(own.url, clients[0]!, OWN)
  const second = values.beside
    ? { ...market(other.url, clients[1]!, values.beside), name: values.beside }
    : await reference(other.url, clients[1]!)
  print(await compare([first, second]), [first.name, second.name])
} finally {
  for (const client of clients) await client.end()
  for (const cluster of clusters) await cluster.stop()
}

async function compare(contenders: Contender[]): Promise<Measured[]> {
  const measured: Measured[] = []
  // The first round warms up, and counting takes as many again.
  for (const [place, contender] of contenders.entries()) {
    await contender.stock((rounds + 3) * purchases)
    measured.push({ counts: await count(contender, clients[place]!, { count: purchases / 4, rate }), costs: [] })
  }
  const servers = await Promise.all(contenders.map((contender) => contender.serve(contender.databaseUrl)))
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [place, contender] of contenders.entries()) {
        const cost = await measureCost(contender, servers[place]!, clients[place]!, { count: purchases, rate })
        if (round > 0) measured[place]!.costs.push(cost)
      }
      tell(`round ${round} of ${rounds}, load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`)
    }
  } finally {
    for (const server of servers) await server.stop()
  }
  return measured
}

function print([one, other]: Measured[], names: string[]): void {
  const lines: [string, (measured: Measured) => number[], number][] = [
    ['CPU of node, ms', ({ costs }) => costs.map(({ node }) => node), 2],
    ['CPU of PostgreSQL, ms', ({ costs }) => costs.map(({ postgres }) => postgres), 2],
    ['both, ms', ({ costs }) => costs.map(({ node, postgres }) => node + postgres), 2],
    ['CPU of the client, ms', ({ costs }) => costs.map(({ client }) => client), 2],
    ['statements', ({ counts }) => [counts.statements], 1],
    ['round trips', ({ counts }) => [counts.roundTrips], 1],
    ['commits', ({ costs }) => costs.map(({ commits }) => commits), 1],
    ['rows, of those that both write', ({ counts }) => [counts.rows], 1],
    ['KB of WAL', ({ costs }) => costs.map(({ walBytes }) => walBytes / 1024), 1],
    [`p95 at ${rate} a second, ms`, ({ costs }) => costs.map(({ p95 }) => p95), 0],
  ]
  tell(`\n${rounds} rounds of ${purchases} purchases by turns, medians\n`)
  tell(`| of a purchase | ${names.join(' | ')} | × |\n|---|--:|--:|--:|`)
  for (const [name, of, digits] of lines) {
    const [ours, theirs] = [of(one!), of(other!)]
    const ratio = median(ours.map((figure, round) => figure / theirs[round]!))
    tell(`| ${name} | ${[ours, theirs].map((all) => median(all).toFixed(digits)).join(' | ')} | ${ratio.toFixed(2)} |`)
  }
}
