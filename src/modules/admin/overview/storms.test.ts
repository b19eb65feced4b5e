import { beforeAll, describe, expect, test } from 'vitest'
import { handlers } from '../../../worker.ts'
import type { TestMarket } from '../../../testing/market/market.ts'
import { buildListing, listingBody, uploadPhotos, buildPhoto } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import type { Notice } from '../../notifications/contract.ts'
import { readWaiting } from './waiting.ts'
import { openStorms } from '../../../testing/market/work.ts'
import { promote } from '../../../testing/market/promote.ts'

const market = useMarket({ env: { LOG_LEVEL: 'silent' } })
let june: TestClient
beforeAll(async () => {
  june = await market.signIn({ firstName: 'June', email: 'june@gmail.com' })
  await promote(market, june)
})

/** The same list that `market status` and the figures read. */
const waiting = async () =>
  (await readWaiting(market.ctx)).flatMap(({ kind, count, oldest }) =>
    kind === 'repeated_title' || kind === 'new_from_one_place' ? [[kind, count, oldest?.toISOString() ?? null]] : [],
  )
const storms = () => openStorms(june)
const suspend = async ({ user }: TestClient) => {
  const answer = await june.send('PUT', `/api/admin/members/${user.id}/suspension`, { until: null, reason: 'Spam' })
  expect(answer.status).toBe(200)
}

test('one title listed a hundred times, by several, is one row; the limits hold, and nothing is hidden by numbers', async () => {
  const [one, other] = [
    await market.signIn({ email: 'one@gmail.com' }),
    await market.signIn({ email: 'other@gmail.com' }),
  ]
  const postMany = async (seller: TestClient, title: string, count: number) => {
    const answers = []
    for (let at = 0; at < count; at += 1) {
      const photos = await uploadPhotos(seller, [photo])
      answers.push(await seller.post<{ id: string }>('/api/items', { ...listingBody({ title }), photos }))
    }
    return answers
  }
  const photo = await buildPhoto()
  await postMany(one, 'Cheap phones, write to me', 19)
  expect(await storms()).toEqual([])
  const last = await postMany(one, '  cheap  PHONES, write to me ', 82)
  expect(last.map(({ status }) => status)).toEqual([...Array<number>(81).fill(201), 429])
  await postMany(other, 'Cheap phones, write to me', 1)
  await buildListing(market, { seller: other, fields: { title: 'Cheap phones' } })
  expect(await storms()).toMatchObject([
    {
      kind: 'title',
      count: 101,
      memberCount: 2,
      members: [{ id: one.user.id }, { id: other.user.id }],
    },
  ])
  const since = (await storms())[0]?.since
  expect(await waiting()).toEqual([
    ['repeated_title', 1, since],
    ['new_from_one_place', 0, null],
  ])
  expect((await market.visitor().get(`/api/items/${last[0]?.body.id}`)).status).toBe(200)
  expect((await one.get<Notice[]>('/api/notifications')).body).toEqual([])

  await suspend(one)
  expect(await storms()).toEqual([])
})

describe('new members from one network', () => {
  const joinAt = async (of: TestMarket, addresses: string[], name: string) => {
    for (const [at, address] of addresses.entries()) {
      const email = `${name}${at}@gmail.com`
      const visitor = of.visitor()
      const from = { headers: { 'x-forwarded-for': address } }
      const { body } = await visitor.post<{ code: string }>('/api/auth/code', { email }, from)
      expect((await visitor.post('/api/auth/session', { email, code: body.code }, from)).status).toBe(200)
    }
  }
  const asAdmin = async (of: TestMarket) => {
    const admin = await of.signIn({ email: 'june@gmail.com' })
    await promote(of, admin)
    return admin
  }
  const oneByOne = (network: string, count: number) => Array.from({ length: count }, (_, at) => `${network}${at + 1}`)

  describe('behind a proxy that is trusted', () => {
    const behind = useMarket({ env: { LOG_LEVEL: 'silent', TRUST_PROXY: '1' } })

    test('are one row; no address is kept, and after a day nothing of it', async () => {
      const admin = await asAdmin(behind)
      await joinAt(
        behind,
        [...oneByOne('198.51.100.', 9), '203.0.113.1', ...oneByOne('2001:db8:7:', 9).map((at) => `${at}::1`)],
        'a',
      )
      expect(await openStorms(admin)).toEqual([])
      await joinAt(behind, ['198.51.100.77', '2001:db8:7:ffff::9', '192.168.0.9'], 'b')
      expect(await openStorms(admin)).toMatchObject([
        { kind: 'network', name: '', count: 10, memberCount: 10 },
        { kind: 'network', name: '', count: 10, memberCount: 10 },
      ])
      const kept = JSON.stringify([await behind.ctx.db('arrival'), await behind.ctx.db('arrival_salt')])
      expect(kept).not.toMatch(/198\.51|2001:|192\.168/)
      behind.clock.advance({ days: 1, seconds: 1 })
      expect(await openStorms(admin)).toEqual([])
      await handlers(behind.ctx)['identity.remove-expired-sessions']({})
      expect([await behind.ctx.db('arrival'), await behind.ctx.db('arrival_salt')]).toEqual([[], []])
    })

    test('from the address of a proxy of the own net nobody is counted', async () => {
      const admin = await asAdmin(behind)
      await joinAt(behind, oneByOne('10.0.0.', 12), 'inside')
      expect(await behind.ctx.db('arrival')).toEqual([])
      expect(await openStorms(admin)).toEqual([])
    })

    test('that all came through a proxy nobody trusts are no row; one who came directly shows that addresses tell', async () => {
      const admin = await asAdmin(behind)
      await joinAt(behind, oneByOne('198.51.100.', 12), 'c')
      await behind.ctx.db('arrival').update({ is_forwarded: true })
      expect(await openStorms(admin)).toEqual([])
      await joinAt(behind, ['203.0.113.1'], 'direct')
      expect(await openStorms(admin)).toMatchObject([{ kind: 'network', count: 12 }])
    })
  })
})

test('many new members from one private mail domain are one row for a day; those of a public provider are none', async () => {
  const join = (count: number, domain: string, name = 'm') =>
    Promise.all(Array.from({ length: count }, (_, at) => market.signIn({ email: `${name}${at}@${domain}` })))
  await join(12, 'gmail.com')
  await join(9, 'mail.farm.example')
  expect(await storms()).toEqual([])
  const more = await join(12, 'farm.example', 'n')
  const [row, ...others] = await storms()
  expect(others).toEqual([])
  expect(row).toMatchObject({ kind: 'domain', name: 'farm.example', count: 21, memberCount: 21 })
  expect(row?.members).toHaveLength(20)
  expect(await waiting()).toContainEqual(['new_from_one_place', 1, row?.since])
  expect((await more[0]!.get('/api/tokens/progress')).status).toBe(200)
  await Promise.all(more.map(suspend))
  expect(await storms()).toEqual([])
  await join(3, 'farm.example', 'late')
  expect(await storms()).toMatchObject([{ count: 12 }])
  market.clock.advance({ days: 2 })
  expect(await storms()).toEqual([])
})
