import { afterEach, beforeAll, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import type { Answer, TestClient } from '../../../testing/market/client.ts'
import { promote } from '../../../testing/market/promote.ts'
import { buildPurchase, confirmDelivery } from '../../../testing/market/trades.ts'
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
/** A month of forty active members, as many of them short of tokens, or searching in vain. */
const meter = (month: string, short: number, inVain: number) =>
  market.ctx
    .db('economy_month')
    .where({ month, complete: true })
    .update({ active_members: 40, short_members: short, in_vain_members: inVain })

beforeAll(async () => {
  market.clock.set('2027-01-10T12:00:00Z')
  admin = await market.signIn()
  await promote(market, admin)
  seller = await market.signIn()
  const { buyer, itemId } = await buildPurchase(market, { seller })
  await confirmDelivery(buyer, itemId)
  await market.runJobs()
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
  const { body } = await change({ supplyTarget: '42.5', supplyTargetMoves: true })
  expect(body).toMatchObject({ supplyTarget: '42.50', supplyTargetMoves: true })
  expect((await change({ supplyTarget: null })).body).not.toHaveProperty('supplyTargetMoves')
  await change({ supplyTarget: '42.5', supplyTargetMoves: true })
})

test('stays in its first month, for which nothing was metered', async () => {
  await at('2027-01-30T12:00:00Z')
  expect((await desk()).next).toEqual({ from: '42.50', to: '42.50', meters: null })
  await publish()
  const [february] = await published()
  expect(february).toMatchObject({
    month: '2027-02',
    target: 42_50n,
    moved_from: 42_50n,
    meters_month: null,
    tenths: 5,
  })
})

test('moves once for workers at once and wherever one is killed, stays set like that, and everybody reads why before it begins', async () => {
  await at('2027-02-26T12:00:00Z')
  await count()
  await meter('2027-01', 8, 4)
  expect((await desk()).next).toEqual({
    from: '42.50',
    to: '44.62',
    meters: { month: '2027-01', activeMembers: 40, short: 8, inVain: 4 },
  })
  await killAfter(market, 8, publish)
  expect(await published()).toHaveLength(1)
  expect(await settings()).toMatchObject({ supplyTarget: '42.50' })
  expect(await killAtEachStatement(market, publish)).toBeGreaterThan(8)
  await Promise.all([publish(), publish(), publish()])
  const [, march, ...others] = await published()
  expect(others).toEqual([])
  const meters = { meters_month: '2027-01', meters_active: 40, short_members: 8, in_vain_members: 4 }
  expect(march).toMatchObject({ month: '2027-03', target: 44_62n, moved_from: 42_50n, ...meters })
  expect(await settings()).toMatchObject({ supplyTarget: '44.62', supplyTargetMoves: true })
  await publish()
  expect(await settings()).toMatchObject({ supplyTarget: '44.62' })

  const member = await market.signIn({ email: seller.user.email })
  const { share } = (await member.get<TokenProgress>('/api/tokens/progress')).body
  expect(share.moved).toEqual({ when: 'nextMonth', from: '42.50', to: '44.62' })
  const { coming } = (await market.visitor().get<Economy>('/api/economy')).body
  expect(coming).toMatchObject({ month: '2027-03', target: '44.62', movedFrom: '42.50' })
  expect(await desk()).toMatchObject({ coming, next: null })
})

test('is published after its month has begun as well', async () => {
  await at('2027-03-02T12:00:00Z')
  await count()
  const member = await market.signIn({ email: seller.user.email })
  const { share } = (await member.get<TokenProgress>('/api/tokens/progress')).body
  expect(share.moved).toEqual({ when: 'thisMonth', from: '42.50', to: '44.62' })
  const { months } = (await market.visitor().get<Economy>('/api/economy')).body
  expect(months.map(({ month, target, movedFrom }) => [month, target, movedFrom])).toEqual([
    ['2027-01', null, null],
    ['2027-02', '42.50', null],
    ['2027-03', '44.62', '42.50'],
  ])
})

test('an admin who sets it at the same moment is kept within its reach, and one month is published', async () => {
  await meter('2027-02', 8, 0)
  await at('2027-03-30T12:00:00Z')
  const [, , changed] = await Promise.all([publish(), publish(), change({ supplyTarget: '48' })])
  const april = (await published()).slice(2)
  expect(april).toHaveLength(1)
  expect([200, 409]).toContain(changed.status)
  expect(Number(april[0]?.target)).toBeLessThanOrEqual(49_08)
  const moved = await settings()
  expect(Number(moved.supplyTarget)).toBeGreaterThan(44.62)
})

test('has an audit that finds a target, or meters, that were moved by hand', async () => {
  const { db } = market.ctx
  const found = async (changes: string, month = '2027-03') => {
    await db.raw('alter table supply_factor disable trigger all')
    await db.raw('create temp table kept as select * from supply_factor')
    await db.raw(`update supply_factor set ${changes} where month = '${month}'`)
    const names = (await auditFindings(market)).map(({ check }) => check)
    await db.raw('truncate supply_factor; insert into supply_factor select * from kept; drop table kept')
    await db.raw('alter table supply_factor enable trigger all')
    return [...new Set(names)].toSorted()
  }
  expect(await found('target = 4300')).toContain('supply-moves')
  expect(await found('moved_from = 4200')).toEqual(['supply-moves'])
  expect(await found('short_members = 0')).toEqual(['economy-meters', 'supply-moves'])
  expect(await found('in_vain_members = 5')).toEqual(['economy-meters'])
  expect(await found('meters_active = 41')).toEqual(['economy-meters'])
  expect(await found(`meters_month = '2027-02'`)).toContain('supply-moves')
  const nothing = 'meters_month = null, meters_active = null, short_members = null, in_vain_members = null'
  expect(await found(nothing)).toEqual(['supply-moves'])
  await meter('2027-01', 9, 4)
  expect((await auditFindings(market)).map(({ check }) => check)).toEqual(['economy-meters'])
  await meter('2027-01', 8, 4)
})
