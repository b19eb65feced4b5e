import fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditFindings } from '../market/audit.ts'
import { buildListing } from '../market/builders.ts'
import { testMarket, type TestMarket } from '../market/market.ts'
import { LISTING_STEPS } from './listing-steps.ts'
import { PURCHASE_STEPS } from './purchase-steps.ts'
import { emptyReference, signUp, type Reference } from './reference.ts'
import type { Site, Step } from './step.ts'
import { TIME_STEPS } from './time-steps.ts'

// `npm run drill model-walks` runs more walks; MODEL_SEED repeats walks of which one has failed.
const walks = Number(process.env.MODEL_WALKS ?? 2)
const seed = process.env.MODEL_SEED === undefined ? {} : { seed: Number(process.env.MODEL_SEED) }
/** A busy machine takes its time for a walk; this bounds the search for the shortest one that fails. */
const MOST_MS = 600_000 + walks * 5_000

/** Three members, each with two listings. */
async function begin(market: TestMarket): Promise<{ model: Reference; real: Site }> {
  const admin = await market.signIn()
  await admin.post('/api/admin/setup')
  const model = emptyReference()
  const real: Site = { market, admin, members: [], listings: [], purchases: [] }
  for (const [seller, prices] of [
    [300, 99],
    [299, 1],
    [100, 250],
  ].entries()) {
    real.members.push(await market.signIn())
    signUp(model)
    for (const price of prices) {
      const fields = { tokenPrice: (price / 100).toFixed(2) }
      real.listings.push((await buildListing(market, { seller: real.members[seller]!, fields })).listing.id)
      model.listings.push({ seller, price, status: 'available' })
    }
  }
  return { model, real }
}

/** Each walk has an empty market of its own, so that a shrunk one begins as the long one did. */
async function walk(steps: Iterable<Step>): Promise<void> {
  // Refusals here are meant.
  const market = await testMarket({ env: { LOG_LEVEL: 'fatal' } })
  try {
    await fc.asyncModelRun(() => begin(market), steps)
    expect(await auditFindings(market)).toEqual([])
    await market.runJobs({ only: ['wallet.reward-listing', 'wallet.reward-sale', 'wallet.discount-listing'] })
    expect(await auditFindings(market)).toEqual([])
  } finally {
    await market.stop()
  }
}

test(
  'whatever members do in whatever order, the market agrees with a model in plain objects, and the books are right',
  async () => {
    const all = [...LISTING_STEPS, ...PURCHASE_STEPS, ...TIME_STEPS]
    // Without bias: a short walk meets little.
    const steps = fc.noBias(fc.commands(all, { maxCommands: 90, size: 'max' }))
    await fc.assert(fc.asyncProperty(steps, walk), {
      numRuns: walks,
      ...seed,
      plugins: [fc.interruptAfterTimeLimit(MOST_MS)],
    })
  },
  MOST_MS + 300_000,
)
