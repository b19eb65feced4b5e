import { expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { testMarket } from '../../../testing/market/market.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { Site, User } from '../contract.ts'
import { createMember } from '../index.ts'

const market = useMarket({ env: { DEMO: 'on' } })

const addDemoMember = () =>
  transact(market.ctx.db, async (trx) => {
    const now = market.ctx.clock.now()
    const person = { email: 'mia@demo.example', firstName: 'Mia', lastName: 'Berg', demoNote: 'two small children' }
    return createMember(trx, { ...person, now })
  })

test('anybody may look around as a demo neighbour, and as nobody else', async () => {
  const mia = await addDemoMember()
  const { body } = await market.visitor().get<Site>('/api/site')
  expect(body.demoMembers).toEqual([
    { id: mia.id, name: 'Mia Berg', note: 'two small children', profileImageUrl: null },
  ])

  const browser = market.visitor()
  const answer = await browser.post<User>('/api/auth/demo', { memberId: mia.id })
  expect(answer).toMatchObject({ status: 200, body: { id: mia.id, email: 'mia@demo.example' } })
  expect((await browser.get<User>('/api/auth/user')).body.id).toBe(mia.id)

  const real = await market.signIn()
  const refused = await market.visitor().post('/api/auth/demo', { memberId: real.user.id })
  expect(refused.status).toBe(404)
})

test('where the demo is off, nobody is offered and nobody gets in', async () => {
  const plain = await testMarket({ env: { DEMO: 'off' } })
  try {
    const memberId = await transact(plain.ctx.db, async (trx) => {
      const now = plain.ctx.clock.now()
      const { id } = await createMember(trx, { email: 'left@demo.example', demoNote: 'left over', now })
      return id
    })
    expect((await plain.visitor().get<Site>('/api/site')).body).toMatchObject({ demo: false, demoMembers: [] })
    const refused = await plain.visitor().post('/api/auth/demo', { memberId })
    expect(refused).toMatchObject({ status: 403, body: { code: 'DEMO_OFF' } })
  } finally {
    await plain.stop()
  }
})

test('in production without mail there are no codes on screen', async () => {
  const env = { NODE_ENV: 'production', SESSION_KEYS: 'k'.repeat(32), DEMO: 'on', OIDC_ISSUER: 'https://id.example' }
  const origin = 'https://market.example'
  const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'whsec_of-a-test' }
  const production = await testMarket({
    env: { ...env, ...stripe, PUBLIC_URL: origin, OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
  })
  try {
    const { body } = await production.visitor().get<Site>('/api/site')
    expect(body).toEqual({
      demo: false,
      simulated: [],
      photoAnalysis: 'none',
      onScreenCodes: false,
      name: 'Outgrown',
      tagline: null,
      place: null,
      contact: null,
      photo: null,
      setUp: false,
      pages: [],
      currency: 'usd',
      language: 'en',
      units: 'us',
      cardFee: { orderCents: 300, itemCents: 50 },
      timeZone: 'UTC',
      codes: false,
      oidc: 'id.example',
      demoMembers: [],
    })
    const asked = await production.visitor().post('/api/auth/code', { email: 'a@example.com' }, { headers: { origin } })
    expect(asked.status).toBe(503)
    expect(asked.body).not.toHaveProperty('code', expect.stringMatching(/\d{6}/))
  } finally {
    await production.stop()
  }
})
