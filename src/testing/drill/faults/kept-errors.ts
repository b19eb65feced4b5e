import { randomUUID } from 'node:crypto'
import { TestClient } from '../../market/client.ts'
import { finish, reserve } from '../../market/trades.ts'
import { openCardWorld } from '../purchases/card-world.ts'
import { demand, type DrillMarket, type Figures } from '../drill.ts'
import { untilQuiet } from '../quiet.ts'
import { demandNoAlarms, reckon } from '../purchases/reckon.ts'
import { openSite } from '../site.ts'
import { audited, buildListings } from '../purchases/trade-steps.ts'

/** Fewer than a member may have open at a time. */
const TRADES_OF_A_BUYER = 4

/**
 * The card provider answers 500 to a payment that is opened and to a refund, and keeps that under the request's
 * idempotency key: no repeat gets another answer. The buyer can pay all the same, and every card has its money back, once.
 */
export async function keptErrors(market: DrillMarket, trades: number): Promise<Figures> {
  const world = await openCardWorld(market, { dropped: 0, lost: 0, copies: 1, lateMs: 200 })
  try {
    const site = await openSite(market, { ...world.env, WORKERS: 'inline' })
    try {
      world.deliverTo(site.url)
      const join = () => new TestClient(site.url).signIn({ email: `${randomUUID()}@example.com`, firstName: 'Ben' })
      const seller = await join()
      const items = await buildListings({ ...site, random: market.random }, [seller.user.id], trades, '0.01')
      let buyer = await join()
      for (const [index, itemId] of items.entries()) {
        if (index % TRADES_OF_A_BUYER === 0) buyer = await join()
        // Half of the requests are worked on all the same.
        const how = index % 2 === 0 ? 'keep failing before' : 'keep failing after'
        world.faults.push({ on: 'POST /v1/payment_intents', how }, { on: 'POST /v1/refunds', how })
        demand('a reservation whose payment failed', (await reserve(buyer, itemId)).status, 503)
        const { status, body } = await reserve(buyer, itemId)
        demand('the same reservation, asked again', status, 201)
        const paymentId = body.clientSecret.split('_secret_')[0]!
        await world.pay(paymentId)
        demand('the payment', (await finish(buyer, itemId, paymentId)).status, 200)
        const cancelled = await seller.post(`/api/purchases/${body.purchaseId}/cancel`, { relist: false })
        demand('the cancellation', cancelled.status, 200)
      }
      await world.delivered()
      await untilQuiet(site.ctx)
      await site.stopServer()
      demand('faults that nothing met', world.faults.length, 0)
      const figures = await reckon(site.ctx, market.ctx.db, [])
      demand('refunded', figures['refunded'], trades)
      await demandNoAlarms(site.ctx)
      site.clock.advance({ minutes: 60 })
      return { trades, 'errors kept': 2 * trades, ...figures, ...(await audited(site.ctx)) }
    } finally {
      await world.end()
      await site.stop()
    }
  } finally {
    await world.stop()
  }
}
