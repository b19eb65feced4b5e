import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildListing } from '../../../testing/builders.ts'
import type { TestClient } from '../../../testing/client.ts'
import { startMailbox, type Mailbox } from '../../../testing/mailbox.ts'
import { testMarket, type TestMarket } from '../../../testing/market.ts'
import { mailUnread } from './mail-unread.ts'

let market: TestMarket
let mailbox: Mailbox
beforeAll(async () => {
  market = await testMarket({ env: { LOG_LEVEL: 'silent' } })
  mailbox = await startMailbox(market)
})
afterAll(async () => {
  await market.stop()
  await mailbox.stop()
})
beforeEach(() => {
  mailbox.received.length = 0
})

const minutePasses = (minutes = 1) => {
  market.clock.advance({ minutes })
  return mailUnread(market.ctx)
}

async function write(from: TestClient, itemId: string, body: string, threadId?: string): Promise<string> {
  const sent = await from.post<{ threadId: string }>(`/api/items/${itemId}/messages`, { body, threadId })
  return sent.body.threadId
}

async function talk() {
  const { listing, seller } = await buildListing(market)
  const asker = await market.signIn({ firstName: 'Ada' })
  const threadId = await write(asker, listing.id, 'My telephone number is 555-7788')
  return { listing, seller, asker, threadId }
}

test('after five minutes unread, one mail, with a link and without what was written', async () => {
  const { seller, threadId } = await talk()
  await minutePasses(4)
  expect(mailbox.received).toEqual([])
  await Promise.all([minutePasses(), minutePasses(0), minutePasses(0)])
  expect(mailbox.received).toHaveLength(1)
  const [mail] = mailbox.received
  expect(mail?.to?.map(({ address }) => address)).toEqual([seller.user.email])
  expect(mail?.subject).toBe('A neighbour wrote to you on Outgrown')
  expect(mail?.text).toContain(`${market.url}/inbox?conversation=${threadId}`)
  expect(JSON.stringify(mail)).not.toContain('555-7788')
})

test('at most one mail an hour for each conversation, and only about what is new', async () => {
  const { listing, seller, asker, threadId } = await talk()
  await minutePasses(5)
  await write(asker, listing.id, 'Are you there?')
  await minutePasses(30)
  expect(mailbox.received).toHaveLength(1)
  await minutePasses(31)
  expect(mailbox.received).toHaveLength(2)
  await minutePasses(120)
  expect(mailbox.received).toHaveLength(2)

  await write(seller, listing.id, 'Yes', threadId)
  await minutePasses(5)
  expect(mailbox.received.map(({ to }) => to?.[0]?.address)).toEqual([
    seller.user.email,
    seller.user.email,
    asker.user.email,
  ])
})

test('what was read in time is not told', async () => {
  const { seller, threadId } = await talk()
  await seller.patch(`/api/messages/conversations/${threadId}/read`)
  await minutePasses(10)
  expect(mailbox.received).toEqual([])
})

test('a mail that the server refused leaves with a later run, once', async () => {
  const { seller } = await talk()
  mailbox.refuse = true
  await minutePasses(6)
  mailbox.refuse = false
  const next = await talk()
  await minutePasses(6)
  expect(mailbox.received.map(({ to }) => to?.[0]?.address).sort()).toEqual(
    [seller.user.email, next.seller.user.email].sort(),
  )
  await minutePasses(6)
  expect(mailbox.received).toHaveLength(2)
})

test('the link in the mail asks first, and one click of a mail program ends the mails', async () => {
  const { listing, seller, asker } = await talk()
  await minutePasses(6)
  const headers = new Map(mailbox.received[0]?.headers.map(({ key, value }) => [key, value]))
  const link = /<(.*)>/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mailbox.received[0]?.text?.replaceAll(/\s/g, '')).toContain(link)

  const preferences = async () => (await seller.get('/api/users/me/email-preferences')).body
  const page = await fetch(link)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('Stop mails about unread messages?')
  for (const forged of [link.replace(/.$/, ''), link.replace('=messages', '=purchases'), link.split('?')[0] ?? '']) {
    expect([(await fetch(forged)).status, (await fetch(forged, { method: 'POST' })).status], forged).toEqual([404, 404])
  }
  expect(await preferences()).toEqual({ messages: true, purchases: true })

  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(link, { method: 'POST', body })).status).toBe(200)
  expect(await preferences()).toEqual({ messages: false, purchases: true })
  mailbox.received.length = 0
  await write(asker, listing.id, 'Hello?')
  await minutePasses(90)
  expect(mailbox.received).toEqual([])
  const again = await seller.patch('/api/users/me/email-preferences', { messages: true })
  expect(again.body).toEqual({ messages: true, purchases: true })
})
