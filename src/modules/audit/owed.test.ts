import { expect, test } from 'vitest'
import { retryFailedJobs } from '../../platform/jobs/job-report.ts'
import { auditFindings } from '../../testing/market/audit.ts'
import { useMarket } from '../../testing/market/use-market.ts'
import { buildPurchase, confirmDelivery } from '../../testing/market/trades.ts'
import { QUEUES } from '../../events.ts'

const market = useMarket()

test('a bonus whose job is out of attempts is named by the audit and counted in /metrics, until it is retried', async () => {
  const seller = await market.signIn()
  const { buyer, itemId, purchaseId } = await buildPurchase(market, { seller })
  await confirmDelivery(buyer, itemId)
  expect(await auditFindings(market)).toEqual([])

  const { db, queue } = market.ctx
  await db.raw(
    `update pgboss.job set state = 'failed', completed_on = created_on where name in ('wallet.reward-sale', 'wallet.reward-listing')`,
  )
  expect(await auditFindings(market)).toMatchObject([
    { check: 'unrewarded', ids: [purchaseId], problem: 'was delivered, but its bonuses were never paid' },
    { check: 'unrewarded', ids: [itemId] },
  ])
  const metrics = async () => (await fetch(`${market.url}/metrics`)).text()
  expect(await metrics()).toContain('market_failed_jobs{queue="wallet.reward-sale"} 1')
  // The process that is asked tells what the workers of all did.
  expect(await metrics()).toContain('market_ended_jobs{queue="wallet.reward-sale",outcome="failed"} 1')

  expect(await retryFailedJobs(db, queue)).toBe(2)
  await market.runJobs()
  expect(await auditFindings(market)).toEqual([])
  expect(await metrics()).toContain('market_ended_jobs{queue="wallet.reward-sale",outcome="done"} 1')
  expect((await seller.refreshUser()).tokens).toBe('33.00')
})

test('so are the conversation of a paid purchase, and the small sizes of a photo', async () => {
  const { purchaseId } = await buildPurchase(market)
  const { db, queue } = market.ctx
  const owed = ['messaging.announce-purchase', 'catalog.make-photo-variants']
  await db('pgboss.job').whereIn('name', owed).where({ state: 'created' }).update({ state: 'failed' })
  const photo = await db('photo').whereNull('variants_at').first('id')
  expect(await auditFindings(market)).toMatchObject([
    { check: 'photo-sizes', ids: [photo?.id] },
    { check: 'arrangements', ids: [purchaseId], problem: 'was paid, but has no conversation' },
  ])
  expect(await retryFailedJobs(db, queue)).toBe(2)
  await market.runJobs()
  expect(await auditFindings(market)).toEqual([])
})

test('what is owed is tried again for hours', () => {
  const owed = [
    'wallet.reward-sale',
    'wallet.reward-listing',
    'wallet.discount-listing',
    'messaging.announce-purchase',
    'messaging.write-note',
    'catalog.make-photo-variants',
  ] as const
  for (const name of owed) {
    const { retryLimit, retryDelay, retryDelayMax } = QUEUES[name]
    // The shortest pauses: the queue adds up to as much again by chance.
    const pauses = Array.from({ length: retryLimit }, (_, n) => Math.min(retryDelayMax, (retryDelay * 2 ** n) / 2))
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(6 * 3600)
  }
})
