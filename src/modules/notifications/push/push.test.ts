import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { mailsLeave } from '../../../testing/doubles/mailbox.ts'
import { useMailbox } from '../../../testing/market/use-mailbox.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { type BrowserDouble, type PushDouble, startPushDouble } from '../../../testing/doubles/push-double.ts'
import { handlers } from '../../../worker.ts'
import type { ChangePreferencesBody, Kind, Notice } from '../contract.ts'
import { notify, type NewNotice } from '../index.ts'
import { deliverPushes } from './deliver-pushes.ts'
import { subscribe } from './device.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent', MARKET_TIME_ZONE: 'Europe/Vienna' } })
const mailbox = useMailbox(market)
let service: PushDouble
beforeAll(async () => {
  service = await startPushDouble(market)
})
afterAll(async () => {
  await service.stop()
})
beforeEach(async () => {
  market.clock.toNoon()
  // Notices of earlier tests are not for this one.
  await market.ctx.db('notice').delete()
  service.refused.length = 0
})

const PUSH = '/api/notifications/push'
let told = 0
async function tell(to: TestClient, kind: Kind = 'trades') {
  const notice: NewNotice = {
    memberId: to.user.id,
    kind,
    key: `test:${(told += 1)}`,
    told: 'purchase: confirmed by the buyer',
    facts: { things: { quoted: ['Blue bicycle'] } },
    path: '/purchases?tab=sold',
    button: 'See the sale',
    now: market.clock.now(),
  }
  await transact(market.ctx.db, (trx) => notify(trx, notice))
}
async function pushesLeave(minutes = 0) {
  market.clock.advance({ minutes })
  await handlers(market.ctx)['notifications.deliver-pushes']({})
  expect(service.refused).toEqual([])
}
async function turnOn(member: TestClient, more: { showsDetails?: boolean; browser?: BrowserDouble } = {}) {
  const { browser = service.browser(), showsDetails } = more
  const body = { ...browser.subscription, ...(showsDetails !== undefined && { showsDetails }) }
  expect((await member.post(PUSH, body)).status).toBe(204)
  return browser
}
async function memberWithBrowser() {
  const member = await market.signIn()
  return { member, browser: await turnOn(member) }
}
const choose = (member: TestClient, wanted: ChangePreferencesBody) =>
  member.patch('/api/notifications/preferences', wanted)
const deviceOf = async (member: TestClient) => (await member.get(PUSH)).body['device']

test('a browser that asked for it is told, encrypted for it and signed: fixed words, and where to look', async () => {
  const { member, browser } = await memberWithBrowser()
  await tell(member)
  await pushesLeave()
  const id = (await market.ctx.db('notice').where({ member_id: member.user.id }).first('id'))?.id ?? ''
  expect(browser.received).toEqual([
    {
      payload: { title: 'The buyer has it', body: '', path: '/purchases?tab=sold', tag: id },
      ttl: 24 * 60 * 60,
      urgency: 'high',
      topic: id.replaceAll('-', ''),
    },
  ])
})

test('names and things stand on the screen only where the member wants that', async () => {
  const { member, browser } = await memberWithBrowser()
  expect(await deviceOf(member)).toEqual({ showsDetails: false })
  await turnOn(member, { browser, showsDetails: true })
  expect(await deviceOf(member)).toEqual({ showsDetails: true })
  await tell(member)
  await pushesLeave()
  expect(browser.received.map(({ payload }) => payload['body'])).toEqual([
    'The buyer has confirmed "Blue bicycle": the tokens are yours.',
  ])
})

test('once to each browser, however many send at once, however late or often; the mail is not in its way', async () => {
  const { member, browser } = await memberWithBrowser()
  const other = await turnOn(await market.visitor().signIn({ email: member.user.email }))
  await tell(member)
  market.clock.advance({ minutes: 30 })
  await Promise.all(Array.from({ length: 5 }, () => deliverPushes(market.ctx)))
  for (let run = 0; run < 3; run += 1) await pushesLeave(60)
  expect([browser.received.length, other.received.length]).toEqual([1, 1])
  mailbox.received.length = 0
  await mailsLeave(market)
  expect(mailbox.received).toHaveLength(1)
})

test('what is read, unwanted or a day old is not pushed', async () => {
  const { member, browser } = await memberWithBrowser()
  await tell(member)
  await member.patch('/api/notifications/read', {})
  await pushesLeave()
  await choose(member, { kinds: { trades: { push: false } } })
  await tell(member)
  await pushesLeave()
  await choose(member, { kinds: { trades: { push: true } } })
  await pushesLeave()
  await tell(member)
  await pushesLeave(60 * 24 + 1)
  expect(browser.received).toEqual([])
})

test('what is read while others are being sent is not pushed', async () => {
  const { member, browser } = await memberWithBrowser()
  await tell(member)
  await tell(member)
  const { push } = market.ctx
  market.ctx.push = {
    ...push,
    async send(to, message) {
      await member.patch('/api/notifications/read', {})
      return push.send(to, message)
    },
  }
  await pushesLeave()
  market.ctx.push = push
  expect(browser.received).toHaveLength(1)
})

test('nothing rings in the quiet hours: it comes when they end, unless it is read by then', async () => {
  const [one, two] = [await memberWithBrowser(), await memberWithBrowser()]
  // 23:00 in Vienna.
  market.clock.advance({ minutes: 10 * 60 })
  for (const { member } of [one, two]) {
    await tell(member)
    await tell(member, 'account')
  }
  await pushesLeave()
  await pushesLeave(6 * 60)
  await two.member.patch('/api/notifications/read', {})
  expect([one.browser.received.length, two.browser.received.length]).toEqual([0, 0])
  await pushesLeave(3 * 60)
  expect([one.browser.received.length, two.browser.received.length]).toEqual([1, 0])
})

test('what came in the quiet hours is one push: where each is shown, how many there are; once, however many send', async () => {
  const { member, browser } = await memberWithBrowser()
  const open = await turnOn(await market.visitor().signIn({ email: member.user.email }), { showsDetails: true })
  // 23:00 in Vienna.
  market.clock.advance({ minutes: 10 * 60 })
  for (let night = 0; night < 3; night += 1) await tell(member, 'alerts')
  await pushesLeave()
  market.clock.advance({ minutes: 9 * 60 })
  await Promise.all(Array.from({ length: 5 }, () => deliverPushes(market.ctx)))
  await tell(member)
  for (let run = 0; run < 3; run += 1) await pushesLeave(60)
  const line = 'The buyer has confirmed "Blue bicycle": the tokens are yours.'
  const shown = (received: BrowserDouble['received']) =>
    received.map(({ payload }) => [payload['title'], payload['body']])
  expect(shown(browser.received)).toEqual([
    ['3 new things for you', ''],
    ['The buyer has it', ''],
  ])
  expect(shown(open.received)).toEqual([
    ['3 new things for you', [line, line, line].join('\n')],
    ['The buyer has it', line],
  ])
  expect(browser.received[0]?.payload['path']).toBe('/notifications')
})

test('of a night, what is read is not told again, and a browser that has missed it gets the whole later', async () => {
  const { member, browser } = await memberWithBrowser()
  const away = await turnOn(await market.visitor().signIn({ email: member.user.email }))
  away.answer = 503
  market.clock.advance({ minutes: 10 * 60 })
  for (let night = 0; night < 3; night += 1) await tell(member, 'alerts')
  await pushesLeave()
  const { body } = await member.get<Notice[]>('/api/notifications')
  await member.patch('/api/notifications/read', { ids: [body[0]?.id] })
  await pushesLeave(9 * 60)
  away.answer = 201
  for (let run = 0; run < 5; run += 1) await pushesLeave(1)
  expect([browser, away].map(({ received }) => received.map(({ payload }) => payload['title']))).toEqual([
    ['2 new things for you'],
    ['2 new things for you'],
  ])
})

test('a service that refuses is asked again, for the browser alone that has not got it, and in the end no more', async () => {
  const { member, browser } = await memberWithBrowser()
  const away = await turnOn(await market.visitor().signIn({ email: member.user.email }))
  away.answer = 503
  await tell(member)
  await tell(member)
  await pushesLeave()
  expect([browser.received.length, away.received.length]).toEqual([1, 0])
  away.answer = 201
  for (let run = 0; run < 5; run += 1) await pushesLeave(1)
  expect([browser.received.length, away.received.length]).toEqual([2, 2])
  expect(new Set(browser.received.map(({ topic }) => topic)).size).toBe(2)

  away.answer = 503
  await tell(member)
  for (let hour = 0; hour < 30; hour += 1) await pushesLeave(60)
  away.answer = 201
  await pushesLeave(60)
  expect([browser.received.length, away.received.length]).toEqual([3, 2])
})

test('one whose service is away keeps nobody else', async () => {
  const [first, second] = [await memberWithBrowser(), await memberWithBrowser()]
  first.browser.answer = 503
  for (let notice = 0; notice < 7; notice += 1) await tell(first.member)
  await tell(second.member)
  await pushesLeave()
  expect(second.browser.received).toHaveLength(1)
})

test('it leaves with what it is about, not with the clock of every minute', async () => {
  const { member, browser } = await memberWithBrowser()
  await tell(member)
  await market.runJobs({ only: ['notifications.push-to-member'] })
  expect(browser.received).toHaveLength(1)
})

test("one member's slow service keeps none of the others waiting", async () => {
  const slow = await memberWithBrowser()
  const others = await Promise.all(Array.from({ length: 25 }, memberWithBrowser))
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<true>()
  slow.browser.waits = goesOn
  for (let notice = 0; notice < 3; notice += 1) await tell(slow.member)
  for (const { member } of others) await tell(member)
  const run = handlers(market.ctx)['notifications.deliver-pushes']({})
  await expect.poll(() => others.every(({ browser }) => browser.received.length === 1)).toBe(true)
  expect(slow.browser.received).toEqual([])
  goOn(true)
  await run
  expect(slow.browser.received).toHaveLength(3)
})

test.each([404, 410])('a subscription of which the service says %i ends', async (answer) => {
  const { member, browser } = await memberWithBrowser()
  browser.answer = answer
  await tell(member)
  await pushesLeave()
  expect(await deviceOf(member)).toBeNull()
  browser.answer = 201
  await tell(member)
  await pushesLeave(60)
  expect(browser.received).toEqual([])
})

test.each([
  ['one', 0, 1],
  ['a night', 10 * 60, 3],
])(
  'a sender of %s that was killed is followed by another after five minutes; the browser shows one',
  async (_, minutes, notices) => {
    const { member, browser } = await memberWithBrowser()
    market.clock.advance({ minutes })
    for (let count = 0; count < notices; count += 1) await tell(member)
    if (minutes > 0) {
      await pushesLeave()
      market.clock.advance({ minutes: 9 * 60 })
    }
    const { push } = market.ctx
    const { promise: taken, resolve: take } = Promise.withResolvers<true>()
    // The push service takes it, and then the process is gone.
    market.ctx.push = {
      ...push,
      async send(to, message) {
        await push.send(to, message)
        take(true)
        return new Promise(() => undefined)
      },
    }
    void deliverPushes(market.ctx)
    await taken
    market.ctx.push = push
    await pushesLeave(4)
    expect(browser.received).toHaveLength(1)
    await pushesLeave(1)
    await pushesLeave(60)
    expect(browser.received).toHaveLength(2)
    expect(new Set(browser.received.map(({ payload, topic }) => `${payload['tag']} ${topic}`)).size).toBe(1)
  },
)

test.each<[string, (member: TestClient, elsewhere: TestClient) => unknown]>([
  ['signs out', (member) => member.get('/api/logout')],
  ['turns it off', (member) => member.delete(PUSH)],
  ['signs that browser out from elsewhere', signOutTheOther],
  ['signs out everywhere', (_, elsewhere) => elsewhere.delete('/api/users/me/sessions')],
  ['has not come for a month', aMonthPasses],
  ['leaves the market', (_, elsewhere) => elsewhere.delete('/api/users/me')],
  ['lets another member sign in there', (member) => member.signIn({ email: 'another@example.com', firstName: 'Ann' })],
])('a browser is told no more when its member %s', async (_what, end) => {
  const { member, browser } = await memberWithBrowser()
  const elsewhere = await market.visitor().signIn({ email: member.user.email })
  const { user } = elsewhere
  await tell(member)
  await end(member, elsewhere)
  if ((await market.ctx.db('member').where({ id: user.id }).whereNull('deleted_at').first('id')) !== undefined)
    await tell(elsewhere)
  await pushesLeave()
  expect(browser.received).toEqual([])
})

function aMonthPasses(): undefined {
  market.clock.advance({ days: 31 })
}

async function signOutTheOther(_member: TestClient, elsewhere: TestClient) {
  const { body } = await elsewhere.get<{ id: string; current: boolean }[]>('/api/users/me/sessions')
  for (const { id } of body.filter(({ current }) => !current)) await elsewhere.delete(`/api/users/me/sessions/${id}`)
}

test('a browser belongs to whoever has turned it on last; a member has ten at most', async () => {
  const { member, browser } = await memberWithBrowser()
  const next = await market.signIn()
  await turnOn(next, { browser })
  expect([await deviceOf(member), await deviceOf(next)]).toEqual([null, { showsDetails: false }])
  await tell(member)
  await tell(next)
  await pushesLeave()
  expect(browser.received).toHaveLength(1)

  const browsers = []
  for (let index = 0; index < 12; index += 1) {
    market.clock.advance({ minutes: 20 })
    browsers.push(await turnOn(await market.visitor().signIn({ email: next.user.email })))
  }
  await tell(next)
  await pushesLeave()
  expect(browsers.map(({ received }) => received.length)).toEqual([0, 0, ...Array<number>(10).fill(1)])
  expect(browser.received).toHaveLength(1)
})

test('two members who turn the same browser on at once: one has it', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => market.signIn()))
  const browser = service.browser()
  await Promise.all(members.map((member) => turnOn(member, { browser })))
  const devices = await Promise.all(members.map(deviceOf))
  expect(devices.filter((device) => device !== null)).toHaveLength(1)
})

test('an address inside of a network, a key that is none, and a session that has just ended are refused', async () => {
  const member = await market.signIn()
  const { endpoint, keys } = service.browser().subscription
  for (const bad of [
    { endpoint: 'https://10.0.0.1/push', keys },
    { endpoint: 'http://localhost:5432/', keys },
    { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
    { endpoint, keys: { ...keys, p256dh: 'short' } },
    { endpoint, keys: { ...keys, auth: 'short' } },
    { endpoint },
  ]) {
    expect((await member.post(PUSH, bad)).status).toBe(400)
  }
  expect(await deviceOf(member)).toBeNull()
  const ended = { memberId: member.user.id, session: 'f'.repeat(64) }
  await expect(subscribe(market.ctx, ended, { endpoint, keys, showsDetails: false })).rejects.toMatchObject({
    status: 401,
  })
})

test('the address of a browser stands in no answer, nor in the export, which says where it is told', async () => {
  const { member, browser } = await memberWithBrowser()
  const { body } = await member.get('/api/users/me/export')
  expect(body['pushDevices']).toEqual([
    { service: '127.0.0.1', showsDetails: false, since: expect.any(String) as string },
  ])
  const path = new URL(browser.subscription.endpoint).pathname
  const answers = [body, (await member.get(PUSH)).body, (await member.get('/api/users/me/sessions')).body]
  expect(JSON.stringify(answers)).not.toContain(path)
})
