import { expect, test } from 'vitest'
import { translate } from '../../../platform/language/translate.ts'
import { say, type Said } from '../../../platform/language/words.ts'
import { transact } from '../../../platform/database.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { mailsLeave } from '../../../testing/doubles/mailbox.ts'
import { useMailbox } from '../../../testing/market/use-mailbox.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { Kind, Notice, Preferences } from '../contract.ts'
import { notify } from '../index.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
const mailbox = useMailbox(market)

const path = '/api/notifications/preferences'
const preferences = async (member: TestClient) => (await member.get<Preferences>(path)).body
const mailOf = async (member: TestClient) =>
  Object.fromEntries(Object.entries((await preferences(member)).kinds).map(([kind, { mail }]) => [kind, mail]))
const tell = (to: TestClient, kind: Kind) =>
  transact(market.ctx.db, (trx) =>
    notify(trx, {
      memberId: to.user.id,
      kind,
      key: `test:${kind}`,
      told: 'absence: counted',
      facts: {},
      path: null,
      button: null,
      now: market.clock.now(),
    }),
  )

test('what is chosen is kept, and what is left out stays', async () => {
  const member = await market.signIn()
  expect(await preferences(member)).toEqual({
    kinds: {
      messages: { site: true, push: true, mail: 'at-once' },
      trades: { site: true, push: true, mail: 'at-once' },
      reminders: { site: true, push: true, mail: 'at-once' },
      'thank-yous': { site: true, push: false, mail: 'daily' },
      alerts: { site: true, push: true, mail: 'at-once' },
    },
    quietHours: { begins: '22:00', ends: '07:00' },
    timeZone: 'UTC',
  } satisfies Preferences)
  const changed = await member.patch<Preferences>(path, {
    kinds: { alerts: { mail: 'never' }, messages: { site: false } },
  })
  expect(changed.body.kinds.alerts).toEqual({ site: true, push: true, mail: 'never' })
  await member.patch(path, { quietHours: { begins: '20:30', ends: '09:00' } })
  await member.patch(path, { kinds: { messages: { mail: 'daily' } } })
  expect(await preferences(member)).toMatchObject({
    kinds: { messages: { site: false, mail: 'daily' }, alerts: { mail: 'never' } },
    quietHours: { begins: '20:30', ends: '09:00' },
  })
  expect((await member.patch<Preferences>(path, { quietHours: null })).body.quietHours).toBeNull()
  for (const wrong of [
    { kinds: { account: { mail: 'never' } } },
    { kinds: { messages: { mail: 'sometimes' } } },
    { quietHours: { begins: '24:00', ends: '07:00' } },
    { quietHours: { begins: '07:00', ends: '07:00' } },
  ])
    expect((await member.patch(path, wrong)).status, JSON.stringify(wrong)).toBe(400)
})

test('two choices at once are both kept', async () => {
  const member = await market.signIn()
  await Promise.all([
    member.patch(path, { kinds: { trades: { mail: 'daily' } } }),
    member.patch(path, { kinds: { trades: { site: false } } }),
  ])
  expect((await preferences(member)).kinds.trades).toMatchObject({ site: false, mail: 'daily' })
})

test('a kind that is not wanted on the site is neither listed nor counted, but mailed', async () => {
  const member = await market.signIn()
  await member.patch(path, { kinds: { trades: { site: false } } })
  for (const kind of ['trades', 'reminders'] as const) await tell(member, kind)
  expect((await member.get<Notice[]>('/api/notifications')).body.map(({ kind }) => kind)).toEqual(['reminders'])
  expect((await member.get('/api/notifications/unread-count')).body).toEqual({ count: 1 })
  await mailsLeave(market)
  expect(mailbox.received.splice(0)).toHaveLength(2)
})

async function linkOfMail(member: TestClient, kind: Kind): Promise<string> {
  await tell(member, kind)
  await mailsLeave(market)
  const [mail] = mailbox.received.splice(0)
  const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const link = /<(.*)>/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
  expect(mail?.text?.replaceAll(/\s/g, '')).toContain(link)
  return link
}
const oneClick = async (link: string) =>
  (await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })).status

test('the link in a mail asks first, and one click of a mail program ends that kind, without signing in', async () => {
  const member = await market.signIn()
  const before = await mailOf(member)
  const link = await linkOfMail(member, 'messages')
  const page = await fetch(link)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('Stop emails about unread messages?')
  for (const forged of [link.replace(/.$/, ''), link.replace('=messages', '=trades'), link.split('?')[0] ?? '']) {
    expect([(await fetch(forged)).status, await oneClick(forged)], forged).toEqual([404, 404])
  }
  expect(await mailOf(member)).toEqual(before)
  expect(await oneClick(link)).toBe(200)
  expect(await mailOf(member)).toEqual({ ...before, messages: 'never' })
})

test('the page of that link speaks the language of whoever opens it', async () => {
  const member = await market.signIn()
  const link = await linkOfMail(member, 'messages')
  const read = async (init: RequestInit, address = link) =>
    (await fetch(address, { ...init, headers: { 'Accept-Language': 'ar' } })).text()
  const arabic = (said: Said) => translate('ar', said)
  const asked = await read({})
  expect(asked).toContain('<html lang="ar" dir="rtl">')
  for (const said of [say('Stop emails about unread messages?'), say('Unsubscribe'), say('Email settings')])
    expect(asked).toContain(arabic(said))
  expect(await read({ method: 'POST' })).toContain(arabic(say('Done: no more emails about unread messages.')))
  expect(await read({}, link.replace(/.$/, ''))).toContain(arabic(say('This link is incomplete or too old.')))
})

test('the link of a mail acts for 90 days, and leads to the settings from then on', async () => {
  const member = await market.signIn()
  const [link, other] = [await linkOfMail(member, 'messages'), await linkOfMail(member, 'trades')]
  market.clock.advance({ days: 89 })
  expect(await oneClick(link)).toBe(200)
  market.clock.advance({ days: 3 })
  const page = await fetch(other)
  expect([page.status, await oneClick(other)]).toEqual([410, 410])
  expect(await page.text()).toContain('href="/account#notifications"')
  // The session has ended meanwhile.
  await member.signIn({ email: member.user.email })
  expect(await mailOf(member)).toMatchObject({ messages: 'never', trades: 'at-once' })
})

test('the link in the mail of the day ends all that comes in it, and nothing else', async () => {
  const member = await market.signIn()
  await member.patch(path, { kinds: { alerts: { mail: 'daily' } } })
  await tell(member, 'alerts')
  market.clock.advance({ days: 1 })
  await mailsLeave(market)
  const url = /https?:\S+mail=digest\S+/.exec(mailbox.received.splice(0)[0]?.text ?? '')?.[0] ?? ''
  expect(await oneClick(url)).toBe(200)
  expect(await mailOf(member)).toEqual({
    messages: 'at-once',
    trades: 'at-once',
    reminders: 'at-once',
    'thank-yous': 'never',
    alerts: 'never',
  })
})

test('a link goes on working after its member has left', async () => {
  const member = await market.signIn()
  const memberId = member.user.id
  const link = unsubscribeUrl(market.ctx.config, { memberId, mail: 'trades', now: market.clock.now() })
  expect(await oneClick(link)).toBe(200)
  expect(await mailOf(member)).toMatchObject({ messages: 'at-once', trades: 'never', reminders: 'at-once' })
  expect((await member.delete('/api/users/me')).status).toBe(204)
  expect(await oneClick(link)).toBe(200)
  expect(await market.ctx.db('notice_preference').where({ member_id: memberId })).toEqual([])
})
