import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../testing/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market.ts'

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const ask = (browser: TestClient, email: string, address: string) =>
  browser.post<{ code: string }>('/api/auth/code', { email }, from(address))

describe('with nobody in front', () => {
  let market: TestMarket
  beforeAll(async () => {
    market = await testMarket()
  })
  afterAll(() => market.stop())

  test('a forged X-Forwarded-For does not help against the limit of an address', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 12; index += 1) {
      statuses.push((await ask(market.visitor(), 'target@example.com', `203.0.113.${index}`)).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(202), 429, 429])
  })

  test('of a thousand guesses, each at another address or all at one, thirty are heard', async () => {
    const answers = []
    while (answers.length < 1000) {
      const round = Array.from({ length: 50 }, (_, index) => {
        const email = answers.length < 500 ? `neighbour${answers.length + index}@example.com` : 'target@example.com'
        return market.visitor().post('/api/auth/session', { email, code: '000000' }, from(`203.0.113.${index}`))
      })
      answers.push(...(await Promise.all(round)))
    }
    const statuses = answers.map(({ status }) => status)
    expect([statuses.filter((status) => status === 400).length, new Set(statuses)]).toEqual([30, new Set([400, 429])])
    const last = answers.at(-1)
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(last?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', error: expect.stringContaining('minutes') as string })
  })
})

describe('behind one trusted proxy', () => {
  let market: TestMarket
  beforeAll(async () => {
    market = await testMarket({ env: { TRUST_PROXY: '1' } })
  })
  afterAll(() => market.stop())

  test('the address the proxy saw counts, not what the client claims', async () => {
    for (let index = 0; index < 10; index += 1)
      await ask(market.visitor(), 'a@example.com', `1.2.3.${index}, 198.51.100.7`)
    expect((await ask(market.visitor(), 'a@example.com', '9.9.9.9, 198.51.100.7')).status).toBe(429)
  })

  test('an attacker does not lock the address for its owner', async () => {
    for (let index = 0; index < 11; index += 1) await ask(market.visitor(), 'owner@example.com', '198.51.100.8')
    expect((await ask(market.visitor(), 'owner@example.com', '198.51.100.9')).status).toBe(202)
  })

  test('a mailbox flooded from many places still serves the browser its owner has signed in with', async () => {
    const home = market.visitor()
    const { body } = await ask(home, 'flooded@example.com', '198.51.100.10')
    const session = { email: 'flooded@example.com', code: body.code }
    expect((await home.post('/api/auth/session', session, from('198.51.100.10'))).status).toBe(200)
    for (let index = 0; index < 40; index += 1)
      await ask(market.visitor(), 'flooded@example.com', `198.51.100.${20 + index}`)
    expect((await ask(market.visitor(), 'flooded@example.com', '198.51.100.100')).status).toBe(429)
    expect((await ask(home, 'flooded@example.com', '198.51.100.10')).status).toBe(202)
  })

  test('good sign-ins are not counted', async () => {
    for (let index = 0; index < 32; index += 1) {
      const browser = market.visitor()
      const email = `busy${index}@example.com`
      const { body } = await ask(browser, email, '198.51.100.11')
      const session = { email, code: body.code }
      expect((await browser.post('/api/auth/session', session, from('198.51.100.11'))).status).toBe(200)
    }
  })
})
