import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'

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

  test('of two hundred guesses, each at another address or all at one, thirty are heard', async () => {
    const answers = []
    while (answers.length < 200) {
      const round = Array.from({ length: 50 }, (_, index) => {
        const email = answers.length < 100 ? `neighbour${answers.length + index}@example.com` : 'target@example.com'
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

  test('thirty requests from three places leave room for the first one from a new place', async () => {
    for (let index = 0; index < 30; index += 1)
      await ask(market.visitor(), 'new-phone@example.com', `198.51.101.${index % 3}`)
    expect((await ask(market.visitor(), 'new-phone@example.com', '198.51.101.9')).status).toBe(202)
  })

  test('pauses between requests grow, and end', async () => {
    const own = { email: 'patient@example.com', from: '198.51.101.21' }
    const pauses: number[] = []
    const browser = market.visitor()
    // Known browsers meet only the pauses of their place.
    const { body } = await ask(browser, own.email, own.from)
    await browser.post('/api/auth/session', { email: own.email, code: body.code }, from(own.from))
    while (pauses.length < 4) {
      const { status, headers } = await ask(browser, own.email, own.from)
      if (status === 202) continue
      pauses.push(Number(headers.get('retry-after')))
      market.clock.advance({ seconds: (pauses.at(-1) ?? 0) + 1 })
    }
    // Less the seconds that a busy machine takes to ask again.
    expect(pauses.map((seconds) => Math.ceil(seconds / 10) * 10)).toEqual([30, 60, 120, 240])
  })

  test('the plus-tags of one mailbox count together, with whatever provider', async () => {
    const statuses = []
    for (let index = 0; index < 12; index += 1)
      statuses.push((await ask(market.visitor(), `box+${index}@made-up.example`, '198.51.101.30')).status)
    expect(statuses.slice(-2)).toEqual([429, 429])
  })

  const guess = (browser: TestClient, email: string, code: string, address: string) =>
    browser.post<{ code: string }>('/api/auth/session', { email, code }, from(address))
  const wrong = (code: string) => (code.startsWith('0') ? '1' : '0') + code.slice(1)

  test('guesses at one mailbox from many places meet growing pauses; its codes get eight digits, and their owner in', async () => {
    const email = 'guessed@example.com'
    const waits: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const thief = market.visitor()
      const { body } = await ask(thief, email, `198.51.102.${index}`)
      for (let again = 0; again < 5; again += 1) {
        const { status, headers } = await guess(thief, email, wrong(body.code), `198.51.102.${index}`)
        if (status === 429) waits.push(Number(headers.get('retry-after')))
      }
    }
    expect(waits.length).toBeGreaterThan(10)
    expect(waits.at(-1)).toBeGreaterThan(waits[0] ?? 0)
    const owner = market.visitor()
    const { body } = await ask(owner, email, '198.51.102.99')
    expect(body).toEqual({ sent: true, digits: 8, code: expect.stringMatching(/^\d{8}$/) as string })
    expect((await guess(owner, email, body.code, '198.51.102.99')).status).toBe(200)
    const metrics = await market.visitor().get<string>('/metrics')
    expect(metrics.body).toContain('market_alarms{kind="sign_in_guessing"} 1')
  })

  test('guesses of browsers that have asked for no code keep nobody out at their place', async () => {
    const place = '198.51.104.1'
    const { body } = await ask(market.visitor(), 'victim@example.com', place)
    const guesses = Array.from({ length: 40 }, () => guess(market.visitor(), 'victim@example.com', body.code, place))
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([400, 429]))
    const newcomer = market.visitor()
    const own = await ask(newcomer, 'newcomer@example.com', place)
    expect((await guess(newcomer, 'newcomer@example.com', own.body.code, place)).status).toBe(200)
  })

  test('one guess at the code of each of many addresses is slowed down; a known browser is not', async () => {
    const place = '198.51.104.2'
    const known = market.visitor()
    const enter = async () => {
      const { body } = await ask(known, 'known@example.com', place)
      return (await guess(known, 'known@example.com', body.code, place)).status
    }
    expect(await enter()).toBe(200)
    const statuses: number[] = []
    for (let index = 0; index < 32; index += 1) {
      const thief = market.visitor()
      const { body } = await ask(thief, `one-of-many${index}@example.com`, place)
      statuses.push((await guess(thief, `one-of-many${index}@example.com`, wrong(body.code), place)).status)
    }
    expect(statuses).toEqual([...Array<number>(30).fill(400), 429, 429])
    expect(await enter()).toBe(200)
  })

  test('all of an IPv6 network counts together', async () => {
    const heard = []
    for (let index = 0; index < 100; index += 1) {
      const answer = await guess(market.visitor(), 'six@example.com', '000000', `2001:db8:7:${index.toString(16)}::1`)
      heard.push(answer.status)
    }
    expect(heard.filter((status) => status === 400)).toHaveLength(60)
    expect((await guess(market.visitor(), 'six@example.com', '000000', '2001:db8:8::1')).status).toBe(400)
  })

  test('pauses of a guessing place double', async () => {
    const waits: number[] = []
    while (waits.length < 3) {
      const { status, headers } = await guess(market.visitor(), 'nobody@example.com', '000000', '198.51.103.1')
      if (status !== 429) continue
      waits.push(Number(headers.get('retry-after')))
      market.clock.advance({ seconds: (waits.at(-1) ?? 0) + 1 })
    }
    expect(waits.map((seconds) => Math.ceil(seconds / 10) * 10)).toEqual([300, 600, 1200])
  })
})
