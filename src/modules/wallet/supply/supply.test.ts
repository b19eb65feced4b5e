import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { killAfter, killAtEachStatement } from '../../../testing/market/killed-job.ts'
import { promote } from '../../../testing/market/promote.ts'
import { buildPurchase, confirmDelivery } from '../../../testing/market/trades.ts'
import { handlers } from '../../../worker.ts'
import type { TokenProgress } from '../contract.ts'
import { monthAfter, monthBefore, monthBegins } from '../bonus/month.ts'
import { readStatement } from '../statement/statement.ts'
import { comingTarget, reachOf, tenthsFor } from './share.ts'

test.each([
  ['2027-01', 'UTC', '2027-01-01T00:00:00.000Z'],
  ['2027-07', 'America/New_York', '2027-07-01T04:00:00.000Z'],
  ['2026-11', 'America/New_York', '2026-11-01T04:00:00.000Z'],
  ['2027-01', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'],
  ['2027-01', 'Pacific/Pago_Pago', '2027-01-01T11:00:00.000Z'],
  ['2027-01', 'Asia/Kolkata', '2026-12-31T18:30:00.000Z'],
])('%s begins in %s at %s', (month, timeZone, at) => {
  expect(monthBegins(month, timeZone).toISOString()).toBe(at)
  expect(monthBefore(monthAfter(month))).toBe(month)
})

describe('the share of a month', () => {
  const figures = { supply: 300_00n, activeMembers: 10, onceOnly: 20_00n, expected: 50_00n }

  test.each([
    [35_00n, figures, 6], // room for 30 of 50
    [40_00n, figures, 10],
    [37_00n, figures, 10], // exactly enough
    [32_00n, figures, 0], // nothing is left
    [10_00n, figures, 0],
    [33_00n, { ...figures, onceOnly: -20_00n }, 10], // more was burnt than minted
    [35_00n, { ...figures, expected: 0n }, 10],
    [35_00n, { ...figures, activeMembers: 0 }, 0],
  ])('of a target of %s hundredths with %o is %s tenths', (target, found, tenths) => {
    expect(tenthsFor(target, found)).toBe(tenths)
  })

  test('follows a target that moves by a tenth at most', () => {
    expect(reachOf(35_05n)).toEqual({ low: 31_55n, high: 38_55n })
    const after = (target: bigint, before?: { target: bigint; tenths: number }) =>
      comingTarget({ target, moves: false }, before, undefined)
    const before = { target: 35_00n, tenths: 10 }
    expect([40_00n, 20_00n, 36_00n].map((target) => after(target, before))).toEqual([38_50n, 31_50n, 36_00n])
    expect(after(80_00n)).toBe(80_00n)
  })
})

describe('a market with a target', () => {
  let market: TestMarket
  let admin: TestClient
  beforeAll(async () => {
    market = await testMarket({ env: { MARKET_TIME_ZONE: 'America/New_York' } })
    market.clock.set('2027-01-10T12:00:00Z')
  })
  afterAll(() => market.stop())
  afterEach(async () => expect(await auditFindings(market)).toEqual([]))

  const publish = () => handlers(market.ctx)['wallet.publish-factor']({})
  const published = () => market.ctx.db('supply_factor').orderBy('month')
  const setTarget = (supplyTarget: string | null) =>
    admin.patch<{ supplyTarget?: string; code: string; message: string }>('/api/admin/settings', { supplyTarget })
  const signInAdmin = async () => {
    admin = await market.signIn()
    await promote(market, admin)
  }
  /** A neighbour who sells a thing this month. */
  async function sell(seller: TestClient): Promise<void> {
    const { buyer, itemId } = await buildPurchase(market, { seller })
    await confirmDelivery(buyer, itemId)
    await market.runJobs()
  }
  async function earned(seller: TestClient): Promise<Record<string, string>> {
    const { transactions } = await readStatement(market.ctx.db, { memberId: seller.user.id, limit: 200 })
    return Object.fromEntries(transactions.map(({ type, amount }) => [type, amount]))
  }
  const progress = async (member: TestClient) => (await member.get<TokenProgress>('/api/tokens/progress')).body

  test('without one pays in full, and publishes nothing', async () => {
    await signInAdmin()
    const seller = await market.signIn()
    await sell(seller)
    market.clock.set('2027-01-30T12:00:00Z')
    await publish()
    expect(await published()).toEqual([])
    expect(await earned(seller)).toMatchObject({ monthly_combo: '10.00', first_sale: '5.00' })
    await signInAdmin()
    expect((await admin.get('/api/admin/settings')).body).not.toHaveProperty('supplyTarget')
  })

  test('publishes once what the coming month pays, in the last days of the month before, wherever a worker is killed', async () => {
    // The month has one sale, so one combo is expected; seller and buyer are active.
    expect((await setTarget('42.5')).body).toMatchObject({ supplyTarget: '42.50' })
    market.clock.set('2027-01-28T12:00:00Z')
    await publish()
    expect(await published()).toEqual([])
    market.clock.set('2027-01-30T12:00:00Z')
    await killAfter(market, 3, publish)
    expect(await published()).toEqual([])
    expect(await killAtEachStatement(market, publish)).toBeGreaterThan(3)
    await Promise.all([publish(), publish()])
    const [row, ...others] = await published()
    expect(others).toEqual([])
    expect(row).toMatchObject({ month: '2027-02', target: 42_50n, active_members: 2, expected: 10_00n })
    expect(row?.begins_at.toISOString()).toBe('2027-02-01T05:00:00.000Z')
    // The two have 30 and 6.98; once only came three welcomes (the admin of this very hour is too late), 5 and 5, less 0.02.
    expect(row).toMatchObject({ supply: 39_98n, once_only: 39_98n, tenths: 5 })
    await signInAdmin()
    await setTarget('200')
    await publish()
    expect(await published()).toEqual([row])
    await expect(market.ctx.db('supply_factor').update({ tenths: 10 })).rejects.toThrow('append-only')
  })

  test('tells it before anybody acts, and pays that much of a combo, but once-only bonuses in full', async () => {
    const seller = await market.signIn()
    expect((await progress(seller)).share).toMatchObject({ thisMonth: null, nextMonth: '0.50' })
    market.clock.set('2027-02-10T12:00:00Z')
    const later = await market.signIn({ email: seller.user.email })
    const { bonuses, share } = await progress(later)
    expect(share).toEqual({ thisMonth: '0.50', nextMonth: null, moved: null })
    expect(bonuses.find(({ kind }) => kind === 'monthly_combo')).toMatchObject({ reward: '5.00', done: false })
    await sell(later)
    expect(await earned(later)).toMatchObject({ first_listing: '5.00', first_sale: '5.00', monthly_combo: '5.00' })
    await market.runJobs()
    expect((await progress(later)).bonuses.find(({ kind }) => kind === 'monthly_combo')).toMatchObject({ done: true })
  })

  test('moves its target by a tenth a month, and pays nothing of a combo where there is no room', async () => {
    await signInAdmin()
    // The reckoning takes what holds this month, not what was asked for meanwhile.
    const refused = await setTarget('60')
    expect(refused).toMatchObject({ status: 409, body: { code: 'TARGET_TOO_FAR' } })
    expect(refused.body.message).toContain('38.25 to 46.75')
    expect((await setTarget('38.25')).status).toBe(200)
    // A new member takes all the room: a welcome is paid in full.
    for (let index = 0; index < 5; index += 1) await market.signIn()
    market.clock.set('2027-02-27T12:00:00Z')
    await publish()
    expect((await published()).at(-1)).toMatchObject({ month: '2027-03', target: 38_25n, active_members: 4, tenths: 0 })
    market.clock.set('2027-03-10T12:00:00Z')
    const seller = await market.signIn()
    await sell(seller)
    expect(await earned(seller)).toMatchObject({ first_listing: '5.00', first_sale: '5.00' })
    expect(await earned(seller)).not.toHaveProperty('monthly_combo')
    const { bonuses } = await progress(seller)
    expect(bonuses.find(({ kind }) => kind === 'monthly_combo')).toMatchObject({ done: true, reward: '0.00' })
  })

  test('pays the share of the month for a streak, when that has ended', async () => {
    const seller = await market.signIn()
    const { db } = market.ctx
    await db('member').where({ id: seller.user.id }).update({ first_listing_at: market.clock.now() })
    for (const at of ['2027-01-12T12:00:00Z', '2027-02-12T12:00:00Z', '2027-03-12T12:00:00Z']) {
      const listingId = randomUUID()
      await handlers(market.ctx)['wallet.reward-listing']({ listingId, sellerId: seller.user.id, at })
    }
    market.clock.set('2027-04-02T12:00:00Z')
    await handlers(market.ctx)['wallet.count-listings']({})
    await handlers(market.ctx)['wallet.monthly-streaks']({})
    const { transactions } = await readStatement(db, { memberId: seller.user.id, limit: 200 })
    // Half of 1 in February, nothing of 2 in March.
    expect(transactions.filter(({ type }) => type === 'streak_bonus').map(({ amount }) => amount)).toEqual(['0.50'])
  })

  test('publishes nothing where no worker ran in time: then the month pays in full', async () => {
    market.clock.set('2027-05-01T03:30:00Z')
    await publish()
    expect((await published()).map(({ month }) => month)).toEqual(['2027-02', '2027-03'])
  })

  test('holds a target to a tenth of the last that was published, however long nothing was', async () => {
    await signInAdmin()
    // It held in March, was turned off over the end of that month, and no worker published April.
    expect((await setTarget(null)).status).toBe(200)
    const leap = await setTarget('350')
    expect(leap).toMatchObject({ status: 409, body: { code: 'TARGET_TOO_FAR' } })
    expect(leap.body.message).toContain('34.43 to 42.07')
    // A version that let it pass may have saved it.
    await market.ctx.db('admin_settings').update({ supply_target: '350.00' })
    market.clock.set('2027-05-30T12:00:00Z')
    await publish()
    expect((await published()).at(-1)).toMatchObject({ month: '2027-06', target: 42_07n })
  })

  test('has an audit that finds a share that does not follow', async () => {
    const found = async (change: string) => {
      const { db } = market.ctx
      await db.raw('alter table supply_factor disable trigger all')
      await db.raw('create temp table kept as select * from supply_factor')
      await db.raw(change)
      const names = (await auditFindings(market)).map(({ check }) => check)
      await db.raw('truncate supply_factor; insert into supply_factor select * from kept; drop table kept')
      await db.raw('alter table supply_factor enable trigger all')
      return [...new Set(names)]
    }
    expect(await found(`update supply_factor set tenths = tenths + 1 where month = '2027-02'`)).toContain(
      'supply-factor',
    )
    expect(await found('update supply_factor set supply = supply + 1')).toEqual(['supply-factor'])
    expect(await found('update supply_factor set active_members = 9')).toEqual(['supply-factor'])
    expect(await found(`update supply_factor set target = 8000 where month = '2027-03'`)).toContain('supply-target')
    expect(await found(`update supply_factor set target = 8000 where month = '2027-06'`)).toContain('supply-target')
    // A combo of five where the month pays less.
    expect(await found(`update supply_factor set tenths = 1 where month = '2027-02'`)).toContain('monthly-combo')
  })
})
