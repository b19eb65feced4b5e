import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { agreedTrade, sayAbsent, thank } from '../../../testing/market/appointments.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { confirmOrder, paidOrder, reportOrder } from '../../../testing/market/orders.ts'
import { reserve } from '../../../testing/market/trades.ts'
import { followAppointments } from '../appointment/follow-appointments.ts'
import type { Neighbour } from '../contract.ts'
import { countAbsences } from '../promises/count-absences.ts'

const SECRETS = {
  pickupAddress: '77 Quillfeather Lane',
  contactName: 'Zenobia Quillfeather',
  contactEmail: 'zenobia@quillfeather.example',
  contactPhone: '555-0177-4242',
}

const market = useMarket()
beforeEach(() => {
  market.clock.set('2026-12-01T09:00:00Z')
})

const see = (by: TestClient, { user }: TestClient) => by.get<Neighbour>(`/api/neighbours/${user.id}`)

/** Trades of the seller's that were handed over at an appointment a day ago. */
async function passOn(seller: TestClient, count: number) {
  const orders = []
  for (let trade = 0; trade < count; trade += 1) {
    const order = await agreedTrade(market, { seller, minutes: 60 })
    await confirmOrder(order)
    orders.push(order)
  }
  market.clock.advance({ days: 1, minutes: 65 })
  await followAppointments(market.ctx)
  return orders
}

describe("a neighbour's page", () => {
  test('says "new here" for fewer than three trades, and no low figure', async () => {
    const seller = await market.signIn({ firstName: 'Maya', lastName: 'Quillfeather' })
    expect((await see(market.visitor(), seller)).body).toMatchObject({ isNew: true, passedOn: null, thanks: [] })
    await passOn(seller, 2)
    expect((await see(market.visitor(), seller)).body).toMatchObject({
      isNew: true,
      passedOn: null,
      appointments: null,
      repliesIn: null,
    })
    await passOn(seller, 1)
    expect((await see(market.visitor(), seller)).body).toMatchObject({
      firstName: 'Maya',
      isNew: false,
      passedOn: 3,
      appointments: { kept: 3, of: 3 },
    })
  })

  test('tells of promises kept and not kept, thank-yous and what is offered now', async () => {
    const seller = await market.signIn({ firstName: 'Maya' })
    const [order] = await passOn(seller, 3)
    const missed = await agreedTrade(market, { seller, minutes: 60 })
    market.clock.advance({ minutes: 100 })
    await sayAbsent(missed.buyer, missed)
    market.clock.advance({ days: 1, minutes: 1 })
    await countAbsences(market.ctx)
    await thank(order!.buyer, order!, 'Lovely toys')
    await thank(order!.seller, order!, 'You too')
    const { listing } = await buildListing(market, { seller })
    expect((await see(market.visitor(), seller)).body).toMatchObject({
      passedOn: 3,
      appointments: { kept: 3, of: 4 },
      thanks: [{ from: { firstName: 'Ben' }, chips: ['friendly'], words: 'Lovely toys' }],
      listings: [{ id: listing.id }],
    })
  })

  test('tells how soon they usually answer', async () => {
    const seller = await market.signIn()
    await passOn(seller, 3)
    const { listing } = await buildListing(market, { seller })
    for (const minutes of [5, 100, 200]) {
      const asker = await market.signIn()
      const path = `/api/items/${listing.id}/messages`
      const { threadId } = (await asker.post<{ threadId: string }>(path, { body: 'Is it there?' })).body
      expect((await see(market.visitor(), seller)).body.repliesIn).toBeNull()
      market.clock.advance({ minutes })
      await seller.post(path, { body: 'Yes', threadId })
    }
    expect((await see(market.visitor(), seller)).body.repliesIn).toBe('usually within a few hours')
  })

  test('has nothing private for ten kinds of viewers', async () => {
    const email = 'maya@private.example'
    const seller = await market.signIn({ email, firstName: 'Maya', lastName: 'Zanzibar' })
    const [order] = await passOn(seller, 3)
    await thank(order!.buyer, order!, 'Lovely')
    await thank(seller, order!, 'You too')
    const { listing } = await buildListing(market, { seller, fields: { ...SECRETS, tokenPrice: '0' } })
    const paid = await agreedTrade(market, { seller })
    const wronged = await paidOrder(market, { seller, lines: 1 })
    await reportOrder(wronged)
    const [stranger, asker, reserving, admin, blocked] = await Promise.all(
      Array.from({ length: 5 }, () => market.signIn()),
    )
    await asker!.post(`/api/items/${listing.id}/messages`, { body: 'Is it there?' })
    await reserve(reserving!, listing.id)
    await admin!.post('/api/admin/setup')
    const gone = await market.signIn()
    await gone.delete('/api/users/me')
    await seller.post(`/api/members/${blocked!.user.id}/block`)
    const viewers = {
      visitor: market.visitor(),
      stranger: stranger!,
      asker: asker!,
      'who has reserved': reserving!,
      'who has paid': paid.buyer,
      'who was thanked': order!.buyer,
      'who has a problem': wronged.buyer,
      admin: admin!,
      'the neighbour': seller,
      'who has left': gone,
    }
    for (const [who, viewer] of Object.entries(viewers)) {
      const { status, body } = await see(viewer, seller)
      expect(status, who).toBe(200)
      const text = JSON.stringify(body)
      for (const secret of [...Object.values(SECRETS), email, 'Zanzibar', '12 Alder Street', 'nora@example.com'])
        expect(text, who).not.toContain(secret)
    }
    expect(await see(blocked!, seller)).toMatchObject({ status: 404, body: { code: 'NEIGHBOUR_NOT_FOUND' } })
    expect((await see(seller, blocked!)).status).toBe(404)
    expect((await see(seller, gone)).status).toBe(404)
    expect((await seller.get(`/api/neighbours/${randomUUID()}`)).status).toBe(404)
  })
})
