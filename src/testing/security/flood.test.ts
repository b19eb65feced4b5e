import { afterAll, beforeAll, expect, test } from 'vitest'
import { REACHES } from '../../modules/notifications/index.ts'
import { handlers } from '../../worker.ts'
import { cardOf, callOff, hourIn, offer, say, sayAbsent, take, thank } from '../market/appointments.ts'
import { buildListing, listingBody, saveSearch } from '../market/builders.ts'
import type { Answer, TestClient } from '../market/client.ts'
import { useMailbox } from '../market/use-mailbox.ts'
import { useMarket } from '../market/use-market.ts'
import { cancelOrder, confirmOrder, paidOrder } from '../market/orders.ts'
import { type PushDouble, startPushDouble } from '../doubles/push-double.ts'

const MOST = 6
const LINK = 'https://evil.example'
/** The time in which a neighbour would bear it. */
const MINUTES = 60

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
const mailbox = useMailbox(market)
let service: PushDouble
beforeAll(async () => {
  service = await startPushDouble(market)
  market.clock.toNoon()
})
afterAll(async () => {
  await service.stop()
})

/** All that is due leaves, by several processes at once. */
async function leave(): Promise<void> {
  await market.runJobs({ only: ['catalog.match-searches', 'catalog.notify-favourites', 'messaging.announce-purchase'] })
  const jobs = handlers(market.ctx)
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      await market.runJobs({ only: ['notifications.push-to-member'] })
      await jobs['notifications.deliver-pushes']({})
      await jobs['notifications.deliver-mails']({})
    }),
  )
}

test('a member who does all there is in a loop for an hour reaches another six times, and never with a link', async () => {
  const attacker = await market.signIn({ firstName: 'Eve' })
  const victim = await market.signIn({ firstName: 'Vic' })
  await market.ctx
    .db('member')
    .where({ id: attacker.user.id })
    .update({ created_at: new Date(0) })
  const browser = service.browser()
  expect((await victim.post('/api/notifications/push', { ...browser.subscription, showsDetails: true })).status).toBe(
    204,
  )
  const all = { kinds: { 'thank-yous': { push: true, mail: 'at-once' } } }
  expect((await victim.patch('/api/notifications/preferences', all)).status).toBe(200)
  await saveSearch(victim, { search: 'flood' })
  const kept = []
  for (let index = 0; index < 2; index += 1) kept.push((await buildListing(market, { seller: attacker })).listing)
  for (const { id } of kept) await victim.put(`/api/items/${id}/favourite`)
  const wanted = []
  for (let index = 0; index < 3; index += 1) wanted.push((await buildListing(market, { seller: victim })).listing)
  const sale = await paidOrder(market, { seller: attacker, buyer: victim, lines: 1 })
  const called = await paidOrder(market, { seller: attacker, buyer: victim, lines: 3 })
  await leave()
  mailbox.received.length = 0
  browser.received.length = 0
  const since = market.clock.now()

  const purchase = await paidOrder(market, { seller: victim, buyer: attacker, lines: 1 })
  const missed = await paidOrder(market, { seller: victim, buyer: attacker, lines: 1 })
  const bought = await paidOrder(market, { seller: victim, buyer: attacker, lines: 3 })
  await act('offer', offer(attacker, missed, [hourIn(market, 3)]))
  const { offer: soon } = await cardOf(victim, missed)
  await act('agree', take(victim, missed, soon?.id ?? '', soon?.times[0]?.start ?? ''))
  for (let minute = 0; minute < MINUTES; minute += 6) {
    const photos = kept[0]?.photos ?? []
    await refused(attacker, { title: `URGENT: flood, verify at ${LINK}` }, photos)
    await refused(attacker, { title: 'Flood: evil.example' }, photos)
    for (let index = 0; index < 2; index += 1) {
      try {
        const { listing } = await buildListing(market, { seller: attacker, fields: { title: `Flood ${minute}` } })
        await market.runJobs({ only: ['catalog.match-searches'] })
        await attacker.delete(`/api/items/${listing.id}`)
      } catch (error) {
        // The limit on posting.
        expect(String(error)).toContain('429')
      }
    }
    for (const { id } of kept) {
      const item = `/api/items/${id}`
      await act('reprice', attacker.patch(item, { tokenPrice: minute % 12 === 0 ? '1.00' : '3.00' }))
      await act('withdraw', attacker.patch(item, { status: 'withdrawn' }))
      await act('relist', attacker.patch(item, { status: 'available' }))
    }
    for (const { id } of wanted) {
      await act('write', attacker.post(`/api/items/${id}/messages`, { body: `Look at ${LINK}/${minute}` }))
      await act('keep', attacker.put(`/api/items/${id}/favourite`))
      await act('keep no more', attacker.delete(`/api/items/${id}/favourite`))
      await act('gather', attacker.put(`/api/baskets/items/${id}`))
      await act('put back', attacker.delete(`/api/baskets/items/${id}`))
      const report = { subject: { kind: 'listing', id }, reason: 'spam', details: LINK }
      await act('report', attacker.post('/api/reports', report), 'ALREADY_REPORTED', 'TOO_MANY_REQUESTS')
    }
    for (const order of [sale, purchase]) await book(attacker, victim, order)
    // Things of an order one by one, so that each is told.
    const nth = minute / 12
    const itemIds = (order: { itemIds: string[] }) => order.itemIds.slice(nth, nth + 1)
    if (nth < 2 && Number.isInteger(nth)) {
      const problem = { reason: 'other', words: `It says ${LINK} on it.`, itemIds: itemIds(bought) }
      await act('report a problem', attacker.post(`/api/purchases/${bought.purchaseId}/problem`, problem))
    }
    if (nth < 3 && Number.isInteger(nth)) await act('cancel', cancelOrder(called, { itemIds: itemIds(called) }))
    if (nth === 2) {
      await act('confirm', confirmOrder(bought, { itemIds: itemIds(bought) }))
      await act('thank', thank(attacker, bought, `Look at ${LINK}`))
    }
    if (minute === 36) await act('say that nobody came', sayAbsent(attacker, missed, `I was at ${LINK}`))
    await leave()
    market.clock.advance({ minutes: 6 })
  }
  for (let quarter = 0; quarter < 16; quarter += 1) {
    await leave()
    market.clock.advance({ minutes: 15 })
  }

  // Each act had its effect, a report once for each listing.
  expect(Object.fromEntries(done)).toEqual({
    ...{ reprice: 20, withdraw: 20, relist: 20 },
    ...{ write: 30, keep: 30, 'keep no more': 30, gather: 30, 'put back': 30, report: 3 },
    ...{ offer: 21, agree: 21, 'set out': 20, arrive: 20, 'call off': 20 },
    ...{ 'report a problem': 2, cancel: 3, confirm: 1, thank: 1, 'say that nobody came': 1 },
  })

  const mails = mailbox.received.filter(({ to }) => to?.[0]?.address === victim.user.email)
  expect(mails.map(({ subject }) => subject).length).toBeLessThanOrEqual(MOST)
  expect(mails.length).toBeGreaterThan(2)
  expect(JSON.stringify(mails.map(({ text, html, subject }) => [text, html, subject]))).not.toContain('evil.example')
  expect(browser.received.length).toBeLessThanOrEqual(MOST)
  expect(JSON.stringify(browser.received)).not.toContain('evil.example')

  // Nothing has been left out: all of it is on the site, and in a mail unless it was read.
  const told = await market.ctx.db('notice').where({ member_id: victim.user.id }).where('created_at', '>=', since)
  expect(told.length).toBeGreaterThan(30)
  expect(new Set(told.map(({ from_id }) => from_id))).toEqual(new Set([attacker.user.id]))
  const occasions = new Set(told.map(({ key }) => key.split(':', 1)[0] ?? ''))
  expect([...REACHES.keys()]).toEqual(expect.arrayContaining([...occasions]))
  expect([...occasions]).toEqual(
    expect.arrayContaining(['search', 'favourite', 'message', 'appointment', 'purchase', 'thanks']),
  )
  const keys = told.map(({ key }) => key)
  for (const news of ['problem-reported', 'cancelled-by-the-seller', 'confirmed-by-the-buyer', 'absent', 'waits'])
    expect(keys).toContainEqual(expect.stringMatching(new RegExp(`:${news}$`)))
  const left = await market.ctx.db('notice_delivery').where({ channel: 'mail' }).whereNull('done_at').count('*')
  expect(left).toEqual([{ count: 0n }])
})

/** Offers times, of which the other takes one in good faith, says where it is, and calls off. */
async function book(attacker: TestClient, victim: TestClient, order: { purchaseId: string }) {
  const card = await cardOf(attacker, order)
  await act('offer', offer(attacker, order, [hourIn(market, 90)], card.offer?.id ?? null))
  const { offer: offered } = await cardOf(victim, order)
  await act('agree', take(victim, order, offered?.id ?? '', offered?.times[0]?.start ?? ''))
  await act('set out', say(attacker, order, 'on_the_way'))
  await act('arrive', say(attacker, order, 'here'))
  await act('call off', callOff(attacker, order))
}

/** The number of times that each act had its effect. What is refused is refused for a reason that is expected. */
const done = new Map<string, number>()
async function act(
  name: string,
  answer: Promise<Answer<Record<string, unknown>>>,
  ...refusals: string[]
): Promise<void> {
  const { status, body } = await answer
  if (status < 300) done.set(name, (done.get(name) ?? 0) + 1)
  else expect(refusals, `${name}: ${status} ${JSON.stringify(body)}`).toContain(body['code'])
}

async function refused(attacker: TestClient, fields: { title: string }, photos: string[]): Promise<void> {
  expect((await attacker.post('/api/items', { ...listingBody(fields), photos })).status).toBe(400)
}
