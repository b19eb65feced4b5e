import { afterEach, beforeAll, expect, test } from 'vitest'
import { auditFindings, checksThatFind } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { Answer, TestClient } from '../../../testing/market/client.ts'
import { promote } from '../../../testing/market/promote.ts'
import { buildPurchase, confirmDelivery, reserve } from '../../../testing/market/trades.ts'
import { killAfter, killAtEachStatement } from '../../../testing/market/killed-job.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { handlers } from '../../../worker.ts'
import type { TokenProgress } from '../../wallet/contract.ts'
import { comingTarget } from '../../wallet/index.ts'
import type { Economy, Market } from '../contract.ts'

const market = useMarket({ env: { MARKET_TIME_ZONE: 'America/New_York' } })
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

let admin: TestClient
let seller: TestClient
let neighbours: TestClient[]
let dear: string
const publish = () => handlers(market.ctx)['wallet.publish-factor']({})
const count = () => handlers(market.ctx)['economy.count-months']({})
const published = () => market.ctx.db('supply_factor').orderBy('month')
type Set = { supplyTarget?: string; supplyTargetMoves?: boolean; code?: string }
const change = (body: object): Promise<Answer<Set>> => admin.patch('/api/admin/settings', body)
const settings = async () => (await admin.get<Set>('/api/admin/settings')).body
const desk = async () => (await admin.get<Market>('/api/admin/market')).body
/** A later time, at which the sessions of before have ended. */
async function at(time: string): Promise<void> {
  market.clock.set(time)
  admin = await market.signIn({ email: admin.user.email })
}
/** Five neighbours want what costs more than they have. */
async function fallShort(): Promise<void> {
  for (const { user } of neighbours.slice(0, 5)) {
    const neighbour = await market.signIn({ email: user.email })
    expect((await reserve(neighbour, dear)).body).toMatchObject({ code: 'INSUFFICIENT_TOKENS' })
  }
}

beforeAll(async () => {
  market.clock.set('2027-01-10T12:00:00Z')
  admin = await market.signIn()
  await promote(market, admin)
  seller = await market.signIn()
  const { buyer, itemId } = await buildPurchase(market, { seller })
  await confirmDelivery(buyer, itemId)
  await admin.post('/api/admin/seed-categories', {})
  await admin.patch('/api/admin/category-prices/furniture', { tokenPrice: 50 })
  dear = (await buildListing(market, { seller, fields: { category: 'furniture' } })).listing.id
  neighbours = []
  for (let index = 0; index < 20; index += 1) neighbours.push((await buildListing(market)).seller)
  await market.runJobs()
  market.clock.advance({ days: 2 })
  await handlers(market.ctx)['wallet.count-listings']({})
  await fallShort()
})

test.each([
  ['stays where neither meter says so', [42_50n, 5, { activeMembers: 40, short: 6, inVain: 16 }], 42_50n],
  ['goes up where more than 15% were short', [42_50n, 5, { activeMembers: 40, short: 7, inVain: 16 }], 44_62n],
  ['goes down where more than 40% found nothing', [42_50n, 5, { activeMembers: 40, short: 6, inVain: 17 }], 40_38n],
  ['stays where both are so', [42_50n, 5, { activeMembers: 40, short: 7, inVain: 17 }], 42_50n],
  ['stays with fewer than 20 active members', [42_50n, 5, { activeMembers: 19, short: 19, inVain: 0 }], 42_50n],
  ['stays in a month without meters', [42_50n, 5, undefined], 42_50n],
  ['does not go up where everything is paid', [42_50n, 10, { activeMembers: 40, short: 40, inVain: 0 }], 42_50n],
  ['does not go down where nothing is paid', [42_50n, 0, { activeMembers: 40, short: 0, inVain: 40 }], 42_50n],
] as const)('a target that moves by itself %s', (_, [target, tenths, meters], expected) => {
  expect(comingTarget({ target, moves: true }, { target, tenths }, meters)).toBe(expected)
  expect(comingTarget({ target, moves: false }, { target, tenths }, meters)).toBe(target)
})

test('moves by a tenth at most, also from what an admin has set meanwhile', () => {
  const short = { activeMembers: 40, short: 40, inVain: 0 }
  expect(comingTarget({ target: 46_00n, moves: true }, { target: 42_50n, tenths: 5 }, short)).toBe(46_75n)
})

test('is off until an admin says so, and needs a target', async () => {
  expect(await settings()).not.toHaveProperty('supplyTargetMoves')
  expect((await desk()).next).toBeNull()
  expect(await change({ supplyTargetMoves: true })).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  expect(await settings()).not.toHaveProperty('supplyTargetMoves')
  const { body } = await change({ supplyTarget: '31.2', supplyTargetMoves: true })
  expect(body).toMatchObject({ supplyTarget: '31.20', supplyTargetMoves: true })
  expect((await change({ supplyTarget: null })).body).not.toHaveProperty('supplyTargetMoves')
  await change({ supplyTarget: '31.2', supplyTargetMoves: true })
})

test('stays in its first month, for which nothing was metered', async () => {
  await at('2027-01-30T12:00:00Z')
  expect((await desk()).next).toEqual({ from: '31.20', to: '31.20', meters: null })
  await publish()
  const [february] = await published()
  expect(february).toMatchObject({
    month: '2027-02',
    target: 31_20n,
    moved_from: 31_20n,
    meters_month: null,
    tenths: 6,
  })
})

test('moves once for workers at once and wherever one is killed, stays set like that, and everybody reads why before it begins', async () => {
  await at('2027-02-26T12:00:00Z')
  await fallShort()
  await count()
  expect((await desk()).next).toEqual({
    from: '31.20',
    to: '32.76',
    meters: { month: '2027-01', activeMembers: 22, short: 5, inVain: 0 },
  })
  await killAfter(market, 8, publish)
  expect(await published()).toHaveLength(1)
  expect(await settings()).toMatchObject({ supplyTarget: '31.20' })
  expect(await killAtEachStatement(market, publish)).toBeGreaterThan(8)
  await Promise.all([publish(), publish(), publish()])
  const [, march, ...others] = await published()
  expect(others).toEqual([])
  const meters = { meters_month: '2027-01', meters_active: 22, short_members: 5, in_vain_members: 0 }
  expect(march).toMatchObject({ month: '2027-03', target: 32_76n, moved_from: 31_20n, ...meters })
  expect(await settings()).toMatchObject({ supplyTarget: '32.76', supplyTargetMoves: true })
  await publish()
  expect(await settings()).toMatchObject({ supplyTarget: '32.76' })

  const member = await market.signIn({ email: seller.user.email })
  const { share } = (await member.get<TokenProgress>('/api/tokens/progress')).body
  expect(share.moved).toEqual({ when: 'nextMonth', from: '31.20', to: '32.76' })
  const { coming } = (await market.visitor().get<Economy>('/api/economy')).body
  expect(coming).toMatchObject({ month: '2027-03', target: '32.76', movedFrom: '31.20' })
  expect(await desk()).toMatchObject({ coming, next: null })
})

test('is published after its month has begun as well', async () => {
  await at('2027-03-02T12:00:00Z')
  await count()
  const member = await market.signIn({ email: seller.user.email })
  const { share } = (await member.get<TokenProgress>('/api/tokens/progress')).body
  expect(share.moved).toEqual({ when: 'thisMonth', from: '31.20', to: '32.76' })
  const { months } = (await market.visitor().get<Economy>('/api/economy')).body
  expect(months.map(({ month, target, movedFrom }) => [month, target, movedFrom])).toEqual([
    ['2027-01', null, null],
    ['2027-02', '31.20', null],
    ['2027-03', '32.76', '31.20'],
  ])
})

test('an admin who sets it at the same moment is kept within its reach, and one month is published', async () => {
  await at('2027-03-30T12:00:00Z')
  const [, , changed] = await Promise.all([publish(), publish(), change({ supplyTarget: '35' })])
  const april = (await published()).slice(2)
  expect(april).toHaveLength(1)
  expect([200, 409]).toContain(changed.status)
  expect(Number(april[0]?.target)).toBeLessThanOrEqual(36_03)
  const moved = await settings()
  expect(Number(moved.supplyTarget)).toBeGreaterThan(32.76)
})

test('has an audit that finds a target, or meters, that were moved by hand', async () => {
  const found = (changes: string, month = '2027-03') =>
    checksThatFind(market, `update supply_factor set ${changes} where month = '${month}'`)
  expect(await found('target = 3200')).toContain('supply-moves')
  expect(await found('moved_from = 3100')).toEqual(['supply-moves'])
  expect(await found('short_members = 0')).toEqual(['economy-meters', 'supply-moves'])
  expect(await found('in_vain_members = 5')).toEqual(['economy-meters'])
  expect(await found('meters_active = 23')).toEqual(['economy-meters'])
  expect(await found(`meters_month = '2027-02'`)).toContain('supply-moves')
  const nothing = 'meters_month = null, meters_active = null, short_members = null, in_vain_members = null'
  expect(await found(nothing)).toEqual(['supply-moves'])
  const counted = 'update economy_month set short_members = 9 where month = '
  expect(await checksThatFind(market, `${counted}'2027-01'`)).toEqual(['economy-meters'])
})
