import { expect, test } from 'vitest'
import { CATALOGUES } from '../../platform/language/catalogues.ts'
import { faultsOf } from '../../platform/language/compare-messages.ts'
import { isolated } from '../../platform/language/isolates.ts'
import type { Notice } from '../../modules/notifications/contract.ts'
import { mailsLeave } from '../doubles/mailbox.ts'
import { buildListing } from '../market/builders.ts'
import { buildPurchase } from '../market/trades.ts'
import { useMailbox } from '../market/use-mailbox.ts'
import { useMarket } from '../market/use-market.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
const mailbox = useMailbox(market)
const TITLE = 'LEGO (blue)!'
const ISOLATES = /[\u2068\u2069]/

test('every message keeps its values, its tags and its forms between isolates', () => {
  const arabic = Object.entries(CATALOGUES.ar ?? {})
  expect(arabic.filter(([, said]) => ISOLATES.test(said)).length).toBeGreaterThan(500)
  expect(arabic.flatMap(([message, said]) => faultsOf('ar', message, said))).toEqual([])
})

test('from right to left a title keeps to itself in notices and mails, and is plain in a table', async () => {
  const [seller, buyer] = [await market.signIn({ firstName: 'Ida' }), await market.signIn({ firstName: 'Ben' })]
  for (const member of [seller, buyer]) await member.patch('/api/users/me', { language: 'ar' })
  await buildPurchase(market, { seller, buyer, title: TITLE })
  const { body } = (await seller.get<Notice[]>('/api/notifications')).body[0]!
  expect(body).toContain(`«${isolated(TITLE)}»`)
  await mailsLeave(market, 10)
  const mail = mailbox.received.find(({ to }) => to?.[0]?.address === seller.user.email)
  expect(mail?.text).toContain(`«${isolated(TITLE)}»`)
  expect(mail?.text).toContain(isolated('Ida'))
  expect(mail?.text).toMatch(/https?:/)
  expect(mail?.text).not.toMatch(/https?:\S*[\u2068\u2069]/)
  const table = (await buyer.get<string>('/api/tokens/statement.csv')).body
  expect(table).toContain(TITLE)
  expect(table).not.toMatch(ISOLATES)
})

test('in other languages nothing is added; and what is copied from a sentence is taken without', async () => {
  const buyer = await market.signIn()
  await buyer.patch('/api/users/me', { language: 'de' })
  const { listing } = await buildListing(market, { fields: { title: isolated(TITLE) } })
  expect(listing.title).toBe(TITLE)
  await buildPurchase(market, { buyer, itemId: listing.id })
  const lines = await buyer.get<{ text: string }[]>('/api/tokens/transactions')
  expect(lines.body[0]?.text).toContain(TITLE)
  expect(JSON.stringify(lines.body)).not.toMatch(ISOLATES)
})
