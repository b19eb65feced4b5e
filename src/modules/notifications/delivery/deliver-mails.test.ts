import type { Email } from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import { mountApi } from '../../../app.ts'
import { transact } from '../../../platform/database.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { mailsLeave } from '../../../testing/doubles/mailbox.ts'
import { useMailbox } from '../../../testing/market/use-mailbox.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { ChangePreferencesBody, Kind, Notice } from '../contract.ts'
import { notify, type NewNotice } from '../index.ts'
import { deliverMails } from './deliver-mails.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent', MARKET_TIME_ZONE: 'Europe/Vienna' } })
const mailbox = useMailbox(market)
beforeEach(async () => {
  market.clock.toNoon()
  // Notices of earlier tests are not for this one.
  await market.ctx.db('notice').delete()
  mailbox.received.length = 0
  mailbox.refuse = false
})

let told = 0
async function tell(to: TestClient, kind: Kind = 'trades', thing = 'Blue bicycle') {
  const notice: NewNotice = {
    memberId: to.user.id,
    kind,
    key: `test:${(told += 1)}`,
    told: 'purchase: sold',
    facts: { things: { quoted: [thing] }, count: 1 },
    path: '/purchases?tab=sold',
    button: 'See the sale',
    now: market.clock.now(),
  }
  await transact(market.ctx.db, (trx) => notify(trx, notice))
}
const choose = (member: TestClient, wanted: ChangePreferencesBody) =>
  member.patch('/api/notifications/preferences', wanted)
const subjects = () => mailbox.received.map((mail) => mail.subject)
const header = (mail: Email | undefined, name: string) => mail?.headers.find(({ key }) => key === name)?.value
/** The next time that Vienna's clocks show it. */
function goTo(clock: string): void {
  for (let left = 24 * 60; left > 0; left -= 1) {
    const shown = market.clock.now().toLocaleTimeString('de', { timeZone: 'Europe/Vienna' })
    if (shown.startsWith(clock)) return
    market.clock.advance({ minutes: 1 })
  }
  throw new Error(`never ${clock}`)
}

test('a mail waits ten minutes, then leaves once, however many send at once', async () => {
  const member = await market.signIn({ firstName: 'Nora', lastName: 'Helmer' })
  await tell(member)
  await mailsLeave(market, 9)
  expect(mailbox.received).toEqual([])
  market.clock.advance({ minutes: 1 })
  await Promise.all(Array.from({ length: 5 }, () => deliverMails(market.ctx)))
  await mailsLeave(market, 60 * 24)
  expect(mailbox.received).toHaveLength(1)
  const [mail] = mailbox.received
  expect(mail?.to?.[0]?.address).toBe(member.user.email)
  expect(mail?.subject).toBe('You sold something')
  const text = mail?.text?.replace(/signature=\S+/, 'signature=S')
  expect(text?.replaceAll(member.user.id, 'ID')).toBe(`Hello Nora,

"Blue bicycle" is sold: it has been paid for, and the tokens are in escrow until the delivery is confirmed. Please agree with the buyer in your inbox on how it changes hands.

See the sale: ${market.url}/purchases?tab=sold

Share locally, save globally.

You're getting this email because of a purchase or a sale on Outgrown.

To stop these emails: ${market.url}/unsubscribe?member=ID&mail=trades&signature=S

To choose what we send you: ${market.url}/account#notifications
`)
})

test('the HTML says the same, with one button, without pictures, scripts or what a title might smuggle in', async () => {
  const member = await market.signIn()
  await tell(member, 'trades', '<img src=x onerror=alert(1)>')
  await mailsLeave(market)
  const html = mailbox.received[0]?.html ?? ''
  expect(html).toContain('&quot;&lt;img src=x onerror=alert(1)&gt;&quot; is sold')
  expect(html).not.toMatch(/<img|<script|url\(|<link/i)
  expect(html.match(/class="button"/g)).toHaveLength(1)
  expect(html).toContain('prefers-color-scheme: dark')
})

test('what is read on the site in time, or unwanted, is not mailed', async () => {
  const [reader, quiet, both] = [await market.signIn(), await market.signIn(), await market.signIn()]
  await choose(quiet, { kinds: { trades: { mail: 'never' } } })
  for (const member of [reader, quiet, both]) await tell(member)
  await reader.patch('/api/notifications/read', {})
  await choose(both, { kinds: { reminders: { mail: 'never' } } })
  await mailsLeave(market)
  expect(mailbox.received.map(({ to }) => to?.[0]?.address)).toEqual([both.user.email])
})

test('what is about the account is mailed at once, at night too, and though somebody has read it', async () => {
  const member = await market.signIn()
  goTo('23:30')
  await tell(member, 'account')
  await member.patch('/api/notifications/read', {})
  await mailsLeave(market, 0)
  expect(mailbox.received).toHaveLength(1)
  expect(header(mailbox.received[0], 'list-unsubscribe')).toBeUndefined()
  expect(mailbox.received[0]?.text).not.toContain('unsubscribe')
})

test('nothing rings in the quiet hours: it comes when they end, by the clock of the market', async () => {
  const [member, owl] = [await market.signIn(), await market.signIn()]
  expect((await choose(owl, { quietHours: null })).status).toBe(200)
  goTo('21:52')
  for (const one of [member, owl]) await tell(one)
  await mailsLeave(market)
  expect(mailbox.received.map(({ to }) => to?.[0]?.address)).toEqual([owl.user.email])
  goTo('06:59')
  await mailsLeave(market, 0)
  expect(mailbox.received).toHaveLength(1)
  await mailsLeave(market, 1)
  expect(mailbox.received.map(({ to }) => to?.[0]?.address)).toEqual([owl.user.email, member.user.email])
})

test('the mail of the day is one, with all that is wanted so and not read; none of it is mailed alone as well', async () => {
  const member = await market.signIn()
  await choose(member, { kinds: { trades: { mail: 'daily' }, alerts: { mail: 'daily' } } })
  await tell(member, 'trades', 'First')
  await tell(member, 'alerts', 'Second')
  await tell(member, 'reminders', 'Third')
  const [latest] = (await member.get<Notice[]>('/api/notifications')).body
  await mailsLeave(market)
  expect(subjects()).toEqual(['You sold something'])
  expect(mailbox.received[0]?.text).toContain('Third')
  await tell(member, 'trades', 'Fourth')
  const [fourth] = (await member.get<Notice[]>('/api/notifications')).body
  await member.patch('/api/notifications/read', { ids: [fourth?.id, latest?.id] })
  await mailsLeave(market, 60)
  goTo('08:00')
  await Promise.all(Array.from({ length: 5 }, () => deliverMails(market.ctx)))
  await mailsLeave(market, 60 * 24)
  expect(subjects()).toEqual(['You sold something', 'Your day at Outgrown'])
  expect(mailbox.received[1]?.text).toMatch(
    /\* You sold something\n {2}"First" is .*\n\n\* You sold something\n {2}"Second" is .*\n/,
  )
  expect(mailbox.received[1]?.text).not.toMatch(/Third|Fourth/)
})

test('a choice that changes while the notice waits counts: it is mailed once all the same', async () => {
  const member = await market.signIn()
  await choose(member, { kinds: { trades: { mail: 'daily' } } })
  await tell(member)
  await mailsLeave(market)
  await choose(member, { kinds: { trades: { mail: 'at-once' } } })
  goTo('08:00')
  await mailsLeave(market, 0)
  await choose(member, { kinds: { trades: { mail: 'daily' } } })
  await mailsLeave(market, 60 * 24)
  expect(subjects()).toEqual(['You sold something'])
})

test('a sender that was killed is followed by another after five minutes, under the same message id', async () => {
  const member = await market.signIn()
  await tell(member)
  market.clock.advance({ minutes: 10 })
  const { mail } = market.ctx
  const { promise: taken, resolve: take } = Promise.withResolvers<true>()
  // The mail server takes it, and then the process is gone.
  market.ctx.mail = {
    async send(letter) {
      await mail.send(letter)
      take(true)
      await new Promise(() => undefined)
    },
  }
  void deliverMails(market.ctx)
  await taken
  market.ctx.mail = mail
  await mailsLeave(market, 4)
  expect(mailbox.received).toHaveLength(1)
  await mailsLeave(market, 1)
  await mailsLeave(market, 60)
  expect(mailbox.received).toHaveLength(2)
  const [one, two] = mailbox.received.map((mail) => header(mail, 'message-id'))
  expect(one).toMatch(/^<notice\.[-\da-f]{36}@/)
  expect(two).toBe(one)
})

test('what the mail server refuses comes with a later run, once, and does not keep others', async () => {
  const [first, second] = [await market.signIn(), await market.signIn()]
  await tell(first)
  mailbox.refuse = true
  await mailsLeave(market)
  mailbox.refuse = false
  await tell(second)
  await mailsLeave(market)
  await mailsLeave(market)
  expect(mailbox.received.map(({ to }) => to?.[0]?.address).sort()).toEqual(
    [first.user.email, second.user.email].sort(),
  )
})

test('an address that is refused for good is given up after a day', async () => {
  await tell(await market.signIn())
  mailbox.refuse = true
  let tries = 0
  const { mail } = market.ctx
  market.ctx.mail = { send: (letter) => ((tries += 1), mail.send(letter)) }
  for (let hour = 0; hour < 48; hour += 1) {
    await mailsLeave(market, 60)
    if (hour === 3) expect(tries).toBeGreaterThan(2)
  }
  market.ctx.mail = mail
  expect(tries).toBe(10)
})

test('the demo is invented, and whoever has left is gone: neither gets a mail', async () => {
  const [invented, left] = [await market.signIn(), await market.signIn()]
  for (const member of [invented, left]) await tell(member)
  await market.ctx.db('member').where({ id: invented.user.id }).update({ demo_note: 'bakes bread' })
  expect((await left.delete('/api/users/me')).status).toBe(204)
  await mailsLeave(market)
  expect(mailbox.received).toEqual([])
})

test('a sample of each kind is there before any has happened; what members were told, at the machine alone', async () => {
  await tell(await market.signIn())
  const list = async (headers: Record<string, string> = {}) =>
    (await fetch(`${market.url}/dev/mails`, { headers })).text()
  const away = await list({ 'x-forwarded-for': '203.0.113.7' })
  for (const title of ['New in your saved search', 'A neighbour wrote to you', 'A new sign-in to your account'])
    expect(away).toContain(title)
  const shown = async (name: string, headers: Record<string, string> = {}) =>
    (await fetch(`${market.url}/dev/mails/${encodeURIComponent(name)}?as=text`, { headers })).text()
  expect(await shown('You sold something')).toContain('Blue bicycle')
  expect(await shown('You sold something', { 'x-forwarded-for': '203.0.113.7' })).not.toContain('Blue bicycle')
  // It is signed for nobody.
  expect(await shown('New in your saved search')).toContain('ids=sample&signature=sample')
})

test('in development, and there alone, each mail is shown as it leaves', async () => {
  await tell(await market.signIn())
  const page = await (await fetch(`${market.url}/dev/mails`)).text()
  for (const name of ['Sign-in code', 'The mail of the day', 'You sold something']) expect(page).toContain(name)
  const shown = async (path: string) => {
    const answer = await fetch(`${market.url}/dev/mails/${path}`)
    return [answer.status, answer.headers.get('content-type'), (await answer.text()).includes('Blue bicycle')]
  }
  expect(await shown('You%20sold%20something')).toEqual([200, 'text/html; charset=utf-8', true])
  expect(await shown('You%20sold%20something?as=text')).toEqual([200, 'text/plain; charset=utf-8', true])
  expect((await shown('Nothing'))[0]).toBe(404)
  const inProduction = mountApi({ ...market.ctx, config: { ...market.ctx.config, production: true } })
  expect(inProduction.router.stack.filter(({ path }) => String(path).startsWith('/dev'))).toEqual([])
})
