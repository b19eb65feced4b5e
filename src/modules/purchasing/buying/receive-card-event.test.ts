import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useMarket } from '../../../testing/market/use-market.ts'
import { signEvent } from '../../../testing/doubles/stripe-double.ts'
import { connectStripe } from '../card/stripe-client.ts'

const market = useMarket()

test('an address that has used up its writes brings the events of the card provider all the same', async () => {
  const { ctx, url } = market
  const { webhookSecret } = connectStripe(ctx)
  const tell = () => {
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'charge.updated',
      created: 1,
      data: { object: {} },
    })
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signEvent(body, webhookSecret, ctx.clock.now()),
    }
    return fetch(`${url}/api/stripe/webhook`, { method: 'POST', headers, body })
  }
  const write = async () => (await market.visitor().post('/api/sign-in/link', {})).status
  expect(await write()).not.toBe(429)
  await ctx.db('rate_limit').update({ points: 3000 })
  const statuses = await Promise.all(Array.from({ length: 60 }, write))
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  expect((await tell()).status).toBe(200)
})
