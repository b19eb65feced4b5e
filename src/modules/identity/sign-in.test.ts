import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMarket, type TestMarket } from '../../testing/market.ts'
import type { User } from './contract.ts'

let market: TestMarket
beforeAll(async () => {
  market = await testMarket()
})
afterAll(() => market.stop())

test('a new address becomes a member with the welcome tokens', async () => {
  const browser = market.visitor()
  expect((await browser.get('/api/auth/user')).status).toBe(401)
  const sent = await browser.post<{ sent: true; code: string }>('/api/auth/code', { email: ' Nora@Example.com ' })
  expect(sent).toMatchObject({ status: 202, body: { sent: true } })
  expect(sent.body.code).toMatch(/^\d{6}$/)

  const answer = await browser.post<User>('/api/auth/session', { email: 'nora@example.com', code: sent.body.code })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ email: 'nora@example.com', firstName: null, tokens: '10.00', isAdmin: false })
  expect((await browser.get<User>('/api/auth/user')).body).toEqual(answer.body)
})
