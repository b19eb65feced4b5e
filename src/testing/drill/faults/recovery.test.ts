import { cardMarket } from '../../market/card-market.ts'
import { expect, onTestFinished, test } from 'vitest'
import { useDrill } from '../use-drill.ts'
import { crashes } from './crashes.ts'
import { killedWorkers, TAKEN_UP_WITHIN } from './killed-workers.ts'
import { outage } from './outage.ts'
import { shutdown } from './shutdown.ts'
import { slowJobs } from './slow-jobs.ts'
import { webhooks } from '../purchases/webhooks.ts'

// The short forms of the drills that kill, cut off and stop a running market.
const drill = useDrill()

test('a kill of the server and one of PostgreSQL lose nothing and double nothing', async () => {
  const figures = await crashes(drill, { kills: 1, databaseKills: 1, buyers: 3, thinkMs: 600, way: 'all' })
  expect(figures).toMatchObject({ 'kills of PostgreSQL': 1, audit: 'clean' })
  expect(figures['dropped replies']).toBeGreaterThan(0)
  expect(figures.charged).toBeGreaterThan(0)
})

test('when all connections to the database are cut, the same process goes on', async () => {
  const figures = await outage(drill, { cuts: 2, everyMs: 700, buyers: 4, readyWithinMs: 120_000 })
  expect(figures).toMatchObject({ cuts: 2, audit: 'clean' })
  expect(figures['connections cut']).toBeGreaterThan(2)
})

test('told to end under load, the server answers what it took and gives back its jobs', async () => {
  expect(await shutdown(drill, { stops: 1, clients: 4 })).toMatchObject({ broken: 0, streams: 5, audit: 'clean' })
})

test('jobs that expire while they are worked on run again, and have their effect once', async () => {
  const figures = await slowJobs(drill, 6)
  expect(figures).toMatchObject({ audit: 'clean', refunds: 2, listings: 2, sales: 2 })
  expect(figures.runs).toBeGreaterThanOrEqual(3 * Number(figures.jobs))
})

test('jobs in the hands of a worker that is killed are taken up within its lease', async () => {
  const figures = await killedWorkers(drill, {
    rounds: 1,
    workers: 1,
    purchases: 3,
    takenUpWithin: 4 * TAKEN_UP_WITHIN,
  })
  expect(figures).toMatchObject({ kills: 1, announced: 2, notes: 1, refunds: 1, audit: 'clean' })
})

test('events come three times each in any order, and forged ones do nothing', async () => {
  const cards = await cardMarket()
  onTestFinished(() => cards.stop())
  const provider = { ...cards, url: cards.market.url, hookSecret: 'whsec_double', happened: cards.courier.waiting }
  const figures = await webhooks({ ...drill, ...cards.market }, provider, 6)
  expect(figures).toMatchObject({ purchases: 6, refunded: 3, audit: 'clean' })
})
