import { subject } from './mail.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startMailbox, type Mailbox } from '../testing/mailbox.ts'
import { testMarket, type TestMarket } from '../testing/market.ts'
import { forgetSentMails, sendOnce } from './send-once.ts'

let market: TestMarket
let mailbox: Mailbox
beforeAll(async () => {
  market = await testMarket()
  mailbox = await startMailbox(market)
})
afterAll(async () => {
  await mailbox.stop()
  await market.stop()
})
beforeEach(() => {
  mailbox.received.length = 0
  mailbox.refuse = false
})

const letter = { to: 'nora@example.com', subject: subject`Sold`, text: 'It is sold.' }
const send = (key: string) => sendOnce(market.ctx, key, letter)

test('of ten runs of a job at once one sends; the others come again, and find it sent', async () => {
  const runs = await Promise.allSettled(Array.from({ length: 10 }, () => send('ten runs')))
  const failures = runs.flatMap((run) => (run.status === 'rejected' ? [(run.reason as { code: string }).code] : []))
  expect(new Set(failures)).not.toContain(undefined)
  expect(failures.every((code) => code === 'MAIL_UNDERWAY')).toBe(true)
  expect(runs.some(({ status }) => status === 'fulfilled')).toBe(true)
  await send('ten runs')
  expect(mailbox.received).toHaveLength(1)
})

test('what the mail server refused is sent by the next run', async () => {
  mailbox.refuse = true
  await expect(send('refused')).rejects.toMatchObject({ code: 'MAIL_AWAY' })
  mailbox.refuse = false
  await send('refused')
  expect(mailbox.received).toHaveLength(1)
})

test('what a process that died had begun is sent after five minutes, not before', async () => {
  await market.ctx.db('sent_mail').insert({ key: 'died', begun_at: market.clock.now() })
  market.clock.advance({ minutes: 4 })
  await expect(send('died')).rejects.toMatchObject({ code: 'MAIL_UNDERWAY' })
  market.clock.advance({ minutes: 1 })
  await send('died')
  expect(mailbox.received).toHaveLength(1)
})

test('what left long ago is forgotten', async () => {
  await send('old')
  market.clock.advance({ days: 31 })
  await send('young')
  await forgetSentMails(market.ctx)
  expect(await market.ctx.db('sent_mail').whereIn('key', ['old', 'young']).pluck('key')).toEqual(['young'])
})
