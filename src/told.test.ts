import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { offer, hourIn } from './testing/market/appointments.ts'
import type { TestClient } from './testing/market/client.ts'
import { useMailbox } from './testing/market/use-mailbox.ts'
import { useMarket } from './testing/market/use-market.ts'
import { cancelOrder, paidOrder, type OpenOrder } from './testing/market/orders.ts'
import { mailsLeave } from './testing/doubles/mailbox.ts'
import { startPushDouble, type PushDouble } from './testing/doubles/push-double.ts'
import { translate } from './platform/language/translate.ts'
import { NOTICES } from './told.ts'
import { ARRANGEMENT_NOTES } from './modules/messaging/told.ts'
import { handlers } from './worker.ts'
import type { Conversation, ConversationDetail } from './modules/messaging/contract.ts'
import type { Notice } from './modules/notifications/contract.ts'

const market = useMarket({ env: { MARKET_TIME_ZONE: 'Europe/Vienna' } })
const mailbox = useMailbox(market)
let service: PushDouble
beforeAll(async () => {
  service = await startPushDouble(market)
})
afterAll(async () => {
  await service.stop()
})
beforeEach(async () => {
  await market.ctx.db('notice').delete()
  mailbox.received.length = 0
})

/** A sentence of the German catalogue, so that whoever mends a sentence there breaks no test. */
function inGerman(message: string, values: Record<string, string | number> = {}): string {
  const sentence = translate('de', { message, values })
  expect(sentence).not.toBe(translate('en', { message, values }))
  return sentence
}
const TOY = '„Toy 1“'
const SOLD_TITLE = inGerman(NOTICES['purchase: sold'].title)
const SOLD_BUTTON = inGerman('See the sale')
const SOLD_IN_GERMAN = inGerman(NOTICES['purchase: sold'].body[0], { count: 1, things: TOY })
const [PAID, PICKUP] = ARRANGEMENT_NOTES['arrangement: one to fetch'].body
const PAID_IN_GERMAN = inGerman(PAID, { things: TOY })
const PICKUP_IN_GERMAN = inGerman(PICKUP)
const SOLD_IN_ENGLISH =
  '"Toy 1" is sold: it has been paid for, and the tokens are in escrow until the delivery is confirmed. Please agree ' +
  'with the buyer in your inbox on how it changes hands.'

const speak = async (member: TestClient, language: string | null) =>
  expect((await member.patch('/api/users/me', { language })).status).toBe(200)
const noticesOf = async (member: TestClient) => (await member.get<Notice[]>('/api/notifications')).body
const mailsTo = ({ user }: TestClient) => mailbox.received.filter(({ to }) => to?.[0]?.address === user.email)
/** The notes in the conversation about an order, and the inbox's line about it. */
async function conversationOf(member: TestClient, { itemIds }: OpenOrder) {
  const { body } = await member.get<Conversation[]>(`/api/messages/conversations?itemId=${itemIds[0]}`)
  const { messages } = (await member.get<ConversationDetail>(`/api/messages/conversations/${body[0]?.id}`)).body
  return { preview: body[0]?.lastMessagePreview, texts: messages.map((message) => message.body) }
}

test('of the same rows each reads the own language: in the bell, by mail, on the phone and in the conversation', async () => {
  const [seller, buyer] = [await market.signIn({ firstName: 'Maya' }), await market.signIn({ firstName: 'Ben' })]
  await speak(seller, 'de')
  const phone = service.browser()
  await seller.post('/api/notifications/push', { ...phone.subscription, showsDetails: true })
  const order = await paidOrder(market, { seller, buyer, lines: 1 })
  await market.runJobs()
  await handlers(market.ctx)['notifications.deliver-pushes']({})
  expect(phone.received[0]?.payload).toMatchObject({ title: SOLD_TITLE, body: SOLD_IN_GERMAN })
  const told = async () => (await noticesOf(seller)).find(({ path }) => path === '/purchases?tab=sold')
  expect(await told()).toMatchObject({
    title: SOLD_TITLE,
    body: SOLD_IN_GERMAN,
    button: SOLD_BUTTON,
  })
  await mailsLeave(market)
  const [mail] = mailsTo(seller)
  expect(mail?.subject).toBe(SOLD_TITLE)
  expect(mail?.text).toContain(
    `${inGerman('Hello {name},', { name: 'Maya' })}\n\n${SOLD_IN_GERMAN}\n\n${SOLD_BUTTON}: http`,
  )
  expect(mail?.html).toContain('<html lang="de">')

  const german = await conversationOf(seller, order)
  expect(german.texts[0]).toBe(`${PAID_IN_GERMAN}\n\n${PICKUP_IN_GERMAN}`)
  expect(german.preview?.endsWith('…')).toBe(true)
  expect(`${PAID_IN_GERMAN} ${PICKUP_IN_GERMAN}`).toContain(german.preview?.slice(0, -1))
  const english = await conversationOf(buyer, order)
  expect(english.texts[0]).toMatch(/^"Toy 1" is paid for, and its tokens are in escrow\.\n\nPickup: /)
  expect(english.preview).toMatch(/^"Toy 1" is paid for, .*…$/)

  await speak(seller, 'en')
  expect(await told()).toMatchObject({
    title: 'You sold something',
    body: SOLD_IN_ENGLISH,
    button: 'See the sale',
  })
  await speak(seller, 'ar')
  expect((await told())?.title).toBe(translate('ar', NOTICES['purchase: sold'].title))
})

test('money and times are written as the reader does, by the clock of the market', async () => {
  const [seller, buyer] = [await market.signIn({ firstName: 'Maya' }), await market.signIn({ firstName: 'Ben' })]
  await speak(buyer, 'de')
  const order = await paidOrder(market, { seller, buyer, lines: 1 })
  await offer(seller, order, [hourIn(market, 24 * 60)])
  await cancelOrder(order)
  const [cancelled, back] = NOTICES['purchase: cancelled by the seller'].body
  const bodies = (await noticesOf(buyer)).map(({ body }) => body)
  expect(bodies).toContainEqual(
    `${inGerman(cancelled, { things: TOY })}\n\n${inGerman(back, { money: '3,50\u00a0$' })}`,
  )
  const offered = inGerman('{name} can make it for {things}: {times} ({zone}).', {
    name: 'Maya',
    things: TOY,
    times: 'TIMES',
    zone: 'Europe/Vienna',
  })
  const times = String.raw`\p{L}+, \d+\. \p{L}+, \d\d:\d\d–\d\d:\d\d`
  const pattern = new RegExp(`^${RegExp.escape(offered).replace('TIMES', times)}$`, 'u')
  expect(bodies).toContainEqual(expect.stringMatching(pattern))
})

test('rows hold facts and no sentence', async () => {
  const order = await paidOrder(market, { lines: 1 })
  await market.runJobs()
  await cancelOrder(order)
  await market.runJobs()
  const { db } = market.ctx
  const notices = await db('notice')
  const [conversation] = await db('conversation').where({ listing_id: order.itemIds[0]! })
  const notes = await db('message').where({ conversation_id: conversation!.id })
  expect(notices.length).toBeGreaterThan(1)
  expect(notes.length).toBeGreaterThan(1)
  for (const row of [...notices.map(({ title, body, told }) => ({ title, body, told })), ...notes]) {
    expect(row).toMatchObject({ body: '', told: expect.stringMatching(/^(purchase|arrangement): /) as string })
  }
  expect(conversation?.last_message_preview).toBe('')
})

test('what was told before rows held facts is read in every language, too, and what is not known as it stands', async () => {
  const member = await market.signIn()
  const { db, clock } = market.ctx
  const row = { member_id: member.user.id, path: '/purchases?tab=sold', button: 'See the sale' }
  const [sold, other] = ['sold', 'other'].map((key) => ({
    ...row,
    kind: 'trades' as const,
    key,
    created_at: clock.now(),
  }))
  await db('notice').insert({ ...sold!, title: 'You sold something', body: SOLD_IN_ENGLISH })
  await db('notice').insert({ ...other!, title: 'Words of long ago', body: 'Nobody knows them.' })
  const [unknown, known] = await noticesOf(member)
  expect(known).toMatchObject({ title: 'You sold something', body: SOLD_IN_ENGLISH })
  await speak(member, 'de')
  expect(await noticesOf(member)).toMatchObject([
    { title: unknown?.title, body: unknown?.body },
    { title: SOLD_TITLE, body: SOLD_IN_GERMAN, button: SOLD_BUTTON },
  ])

  const order = await paidOrder(market, { lines: 1, buyer: member })
  await market.runJobs()
  const [note] = await db('message').where({ reason: `purchase:${order.purchaseId}:paid` })
  const { texts } = await conversationOf(order.seller, order)
  await db('message').where({ id: note!.id }).update({ told: null, facts: null, body: texts[0]! })
  expect((await conversationOf(order.seller, order)).texts).toEqual(texts)
  expect((await conversationOf(member, order)).texts[0]).toBe(`${PAID_IN_GERMAN}\n\n${PICKUP_IN_GERMAN}`)
})
