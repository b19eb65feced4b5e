import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import type { User } from '../contract.ts'

const received: { from: string; to: string[]; mail: Email }[] = []
let refuse = false
let smtp: SMTPServer
let market: TestMarket

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, accept) => (refuse ? accept(new Error('550 no such mailbox')) : accept()),
    onData: (stream, session, accept) => {
      void Array.fromAsync(stream as AsyncIterable<Buffer>).then(async (chunks) => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          mail: await PostalMime.parse(Buffer.concat(chunks)),
        })
        accept()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'hello@outgrown.example' }
  market = await testMarket({ env: { ...env, LOG_LEVEL: 'silent' } })
})
afterAll(async () => {
  await market.stop()
  await new Promise<void>((resolve) => smtp.close(resolve))
})
beforeEach(() => {
  received.length = 0
  refuse = false
})

test('the code goes to the address by mail, and nowhere else', async () => {
  const browser = market.visitor()
  const asked = await browser.post('/api/auth/code', { email: 'Nora@Example.com' })
  expect(asked).toMatchObject({ status: 202, body: { sent: true } })
  expect(asked.body).toEqual({ sent: true })
  expect((await browser.get('/api/site')).body).toMatchObject({ codes: true, onScreenCodes: false })

  expect(received).toHaveLength(1)
  const [{ from, to, mail } = { from: '', to: [], mail: undefined }] = received
  expect({ from, to }).toEqual({ from: 'hello@outgrown.example', to: ['nora@example.com'] })
  expect(mail?.from).toEqual({ name: 'Outgrown', address: 'hello@outgrown.example' })
  expect(mail?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  const [code = ''] = /\d{6}/.exec(mail?.subject ?? '') ?? []
  for (const part of [mail?.text, mail?.html]) expect(part).toContain(code)

  const { status, body } = await browser.post<User>('/api/auth/session', { email: 'nora@example.com', code })
  expect(status).toBe(200)
  expect(body.email).toBe('nora@example.com')
})

test('the mail comes from the market by its own name', async () => {
  const given = market.ctx.site.name
  market.ctx.site.name = 'Kiez, "Flohmarkt"'
  await market.visitor().post('/api/auth/code', { email: 'kiez@example.com' })
  market.ctx.site.name = given
  expect(received.map(({ mail }) => mail.from)).toEqual([
    { name: 'Kiez, "Flohmarkt"', address: 'hello@outgrown.example' },
  ])
})

test('a mail server that refuses is a clear 503', async () => {
  refuse = true
  const answer = await market.visitor().post('/api/auth/code', { email: 'nobody@example.com' })
  expect(answer).toMatchObject({ status: 503, body: { code: 'MAIL_AWAY' } })
  expect(answer.headers.has('retry-after')).toBe(true)
})

test('a mail server that is away is a clear 503', async () => {
  const lonely = await testMarket({ env: { SMTP_URL: 'smtp://127.0.0.1:1', LOG_LEVEL: 'silent' } })
  try {
    const answer = await lonely.visitor().post('/api/auth/code', { email: 'a@example.com' })
    expect(answer).toMatchObject({ status: 503, body: { code: 'MAIL_AWAY' } })
  } finally {
    await lonely.stop()
  }
})

test.each([
  ['the plus-tags of one mailbox, with whatever provider', (n: number) => `box+${n}@tagged.example`, 12, 3],
  ['all mailboxes of one private mail domain', (n: number) => `box-${n}@catch-all.example`, 24, 20],
])('one place can’t flood %s', async (_, address, asked, mailed) => {
  const statuses: number[] = []
  for (let n = 0; n < asked; n += 1)
    statuses.push((await market.visitor().post('/api/auth/code', { email: address(n) })).status)
  expect(statuses.filter((status) => status === 202)).toHaveLength(mailed)
  expect(statuses.slice(mailed)).toEqual(Array(asked - mailed).fill(429))
  expect(received).toHaveLength(mailed)
})
