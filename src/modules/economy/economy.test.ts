import { afterEach, describe, expect, test } from 'vitest'
import { auditFindings, checksThatFind } from '../../testing/market/audit.ts'
import { buildListing } from '../../testing/market/builders.ts'
import type { TestClient } from '../../testing/market/client.ts'
import { killAfter, killAtEachStatement } from '../../testing/market/killed-job.ts'
import { useMarket } from '../../testing/market/use-market.ts'
import { promote } from '../../testing/market/promote.ts'
import { buildPurchase, confirmDelivery, reserve } from '../../testing/market/trades.ts'
import { handlers } from '../../worker.ts'
import type { Economy, Market, TargetPreview } from './contract.ts'

const market = useMarket({ env: { MARKET_TIME_ZONE: 'America/New_York' } })
let sellers: TestClient[]
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const count = () => handlers(market.ctx)['economy.count-months']({})
const economy = async () => (await market.visitor().get<Economy>('/api/economy')).body
const months = async () => Object.fromEntries((await economy()).months.map((one) => [one.month, one]))
async function desk(): Promise<Market> {
  const admin = await market.signIn()
  await promote(market, admin)
  return (await admin.get<Market>('/api/admin/market')).body
}

describe('the months of a market', () => {
  test('say nothing about fewer than five members', async () => {
    market.clock.set('2027-01-05T12:00:00Z')
    await count()
    expect(await economy()).toEqual({ months: [], coming: null })
    for (let index = 0; index < 4; index += 1) await market.signIn()
    market.clock.set('2027-01-05T13:00:00Z')
    await count()
    const { minted, ...others } = (await months())['2027-01'] ?? {}
    expect(others).toEqual({
      month: '2027-01',
      complete: false,
      supply: null,
      escrow: null,
      burnt: null,
      activeMembers: null,
      listings: null,
      trades: null,
      factor: '1.00',
      target: null,
      movedFrom: null,
      wantsUnpaid: null,
      shortMembers: null,
      inVainMembers: null,
      firstAnswerMinutes: null,
    })
    expect(new Set(Object.values(minted ?? {}))).toEqual(new Set([null]))
  })

  test('are counted as far as they have come, and once and for all when they have ended', async () => {
    market.clock.set('2027-01-10T12:00:00Z')
    sellers = []
    for (let index = 0; index < 5; index += 1) {
      const seller = await market.signIn()
      sellers.push(seller)
      const { buyer, itemId } = await buildPurchase(market, { seller })
      if (index > 0) await confirmDelivery(buyer, itemId)
    }
    await market.runJobs()
    market.clock.set('2027-01-11T12:00:00Z')
    await count()
    const running = (await months())['2027-01']
    // 14 members, of whom nine have listed what counts, sold or bought; four sales, each with 5, 5 and 10 and a fee of 0.02; one thing is paid and waits, for 3.02.
    expect(running).toMatchObject({ complete: false, activeMembers: 9, listings: 5, trades: 4, factor: '1.00' })
    expect(running).toMatchObject({ supply: '219.92', escrow: null })
    // Four were paid for a sale, so nobody may see that, nor the reasons that would give it away.
    expect(running?.minted).toEqual({
      welcome_bonus: null,
      first_listing: null,
      first_sale: null,
      monthly_combo: null,
      streak_bonus: '0.00',
      referral_bonus: '0.00',
    })
    expect(running?.burnt).toBeNull()

    // Within the hour what was begun before may still be written.
    market.clock.set('2027-02-01T05:30:00Z')
    await count()
    expect((await months())['2027-01']?.complete).toBe(false)
    market.clock.set('2027-02-01T06:00:00Z')
    await Promise.all([count(), count(), count()])
    const all = await months()
    expect(all['2027-01']).toMatchObject({ complete: true, trades: 4 })
    expect(all['2027-02']).toMatchObject({ complete: false, trades: 0 })
  })

  test('never change when they are complete, and begin where the one before ends', async () => {
    const before = (await months())['2027-01']
    const kept = await market.ctx.db('economy_month').where({ month: '2027-01' }).first()
    market.clock.set('2027-04-02T12:00:00Z')
    await count()
    expect((await months())['2027-01']).toEqual(before)
    expect(await market.ctx.db('economy_month').where({ month: '2027-01' }).first()).toEqual(kept)
    const rows = await market.ctx.db('economy_month').orderBy('month')
    expect(rows.map(({ month, complete }) => [month, complete])).toEqual([
      ['2027-01', true],
      ['2027-02', true],
      ['2027-03', true],
      ['2027-04', false],
    ])
    expect(rows.slice(1).map(({ begins_at }) => begins_at)).toEqual(rows.slice(0, -1).map(({ ends_at }) => ends_at))
  })

  test('are counted once wherever a worker is killed, and however many count at once', async () => {
    const row = () => market.ctx.db('economy_month').where({ month: '2027-04' }).first()
    await market.signIn()
    market.clock.set('2027-05-02T12:00:00Z')
    await killAfter(market, 6, count)
    expect(await row()).toMatchObject({ complete: false, members: 14 })
    expect(await killAtEachStatement(market, count)).toBeGreaterThan(10)
    const kept = await row()
    expect(kept).toMatchObject({ complete: true, members: 15 })
    await Promise.all([count(), count(), count()])
    expect(await row()).toEqual(kept)
  })
})

test('the desk sees all of it, with what it means for the market', async () => {
  await count()
  const { months: seen } = await desk()
  const [january, , , april] = seen
  expect(january).toMatchObject({ members: 14, activeMembers: 9, tokensAMember: 18.9, idlePercent: 22.7 })
  expect(january?.minted).toMatchObject({ first_sale: '20.00', monthly_combo: '40.00', referral_bonus: '0.00' })
  expect(january).toMatchObject({ burnt: '0.08', escrow: '3.02', soldInTimePercent: 100, medianDaysToSale: 0 })
  expect(april).toMatchObject({ complete: true, activeMembers: 0 })
})

test("the audit finds a month that is not the ledger's", async () => {
  const found = (table: string, change: string, row = "month = '2027-01'") =>
    checksThatFind(market, `update ${table} set ${change} where ${row}`)
  for (const figure of ['supply', 'escrow', 'burnt'])
    expect(await found('economy_month', `${figure} = ${figure} + 1`)).toEqual(['economy-months'])
  for (const figure of ['active_members', 'idle', 'trades', 'trade_members'])
    expect(await found('economy_month', `${figure} = ${figure} + 1`)).toEqual(['economy-activity'])
  const firstSales = "month = '2027-01' and reason = 'first_sale'"
  expect(await found('economy_minted', 'amount = amount + 1', firstSales)).toEqual(['economy-minted'])
  const began = `begins_at = begins_at - interval '1 hour'`
  expect(await found('economy_month', began, "month = '2027-03'")).toEqual(['economy-months'])
})

test('a month that is complete can not be changed, nor taken away', async () => {
  const { db } = market.ctx
  const january = () => db('economy_month').where({ month: '2027-01' })
  await expect(january().update({ active_members: 40 })).rejects.toThrow('append-only')
  await expect(january().delete()).rejects.toThrow('append-only')
  await expect(db.raw('truncate economy_month cascade')).rejects.toThrow('append-only')
})

test('things for 0 tokens are traded as well, and who only reserves one has not bought', async () => {
  market.clock.set('2027-05-10T12:00:00Z')
  for (let index = 0; index < 6; index += 1) {
    const given = await buildListing(market, { fields: { tokenPrice: '0' } })
    const taken = await buildPurchase(market, { itemId: given.listing.id })
    await confirmDelivery(taken.buyer, given.listing.id)
  }
  expect((await reserve(await market.signIn(), (await buildListing(market)).listing.id)).status).toBe(201)
  market.clock.advance({ minutes: 20 })
  await handlers(market.ctx)['purchasing.sweep-reservations']({})
  await market.runJobs()
  await count()
  expect((await months())['2027-05']).toMatchObject({ trades: 6, activeMembers: 12 })
})

test('searches that find nothing are counted once for each, and shown when five have made them', async () => {
  market.clock.set('2027-06-10T12:00:00Z')
  await buildListing(market)
  const search = (member: TestClient, words: string) => member.get(`/api/items?search=${encodeURIComponent(words)}`)
  const members = []
  for (let index = 0; index < 5; index += 1) members.push(await market.signIn())
  for (const member of members) {
    await search(member, 'Rain  coat')
    await search(member, 'coat rain')
    await search(member, 'train')
  }
  for (const member of members.slice(1)) await search(member, 'my own phone number')
  expect((await desk()).missed).toEqual([{ month: '2027-06', words: 'coat rain', people: 5 }])
  expect(JSON.stringify(await market.ctx.db('missed_search'))).not.toContain(members[0]?.user.id)
  market.clock.set('2027-07-02T12:00:00Z')
  await killAtEachStatement(market, count)
  await Promise.all([count(), count()])
  expect(await market.ctx.db('missed_search')).toEqual([])
  const { missed, months: seen } = await desk()
  expect(missed).toEqual([{ month: '2027-06', words: 'coat rain', people: 5 }])
  // Twelve active members have 10 tokens each, and 3.02 are in escrow.
  const june = seen.find(({ month }) => month === '2027-06')
  expect(june).toMatchObject({ searchesMissed: 9, onOffer: 2, tokensAListing: 61.5 })
})

test('categories that never sell, or sell at once, come with a price to try', async () => {
  market.clock.set('2027-09-01T12:00:00Z')
  const seller = await market.signIn()
  await promote(market, seller)
  await seller.post('/api/admin/seed-categories', {})
  for (let index = 0; index < 5; index += 1) await buildListing(market, { seller, fields: { category: 'furniture' } })
  for (let index = 0; index < 5; index += 1) {
    const { listing } = await buildListing(market, { seller, fields: { category: 'baby-clothes' } })
    await buildPurchase(market, { itemId: listing.id })
  }
  market.clock.set('2027-10-05T12:00:00Z')
  expect((await desk()).prices).toEqual([
    { category: 'furniture', kind: 'never sells', listings: 5, sold: 0, price: 10, priceToTry: 6 },
    { category: 'baby-clothes', kind: 'sells at once', listings: 5, sold: 5, price: 3, priceToTry: 4 },
  ])
})

test('a target is tried out in a model first, with rates of its own where the market is old enough', async () => {
  let admin = await market.signIn()
  await promote(market, admin)
  const preview = (target: string) => admin.get<TargetPreview>(`/api/admin/market/preview?target=${target}`)
  for (const target of ['0', '1e2', '35.123', '']) expect((await preview(target)).status).toBe(400)
  const { body } = await preview('35')
  expect(body).toMatchObject({ from: 'documentation', months: { length: 24 } })
  expect(body.months[0]?.month).toBe('2027-10')
  expect(body.months.at(-1)?.held).toBeGreaterThan(70)
  expect(body.months.at(-1)?.off).toBeLessThan(60)
  expect((await preview('35')).body).toEqual(body)

  // A month of twenty active members, who have 15 tokens each.
  for (let index = 0; index < 20; index += 1) await buildListing(market)
  await market.runJobs()
  market.clock.advance({ days: 2 })
  await handlers(market.ctx)['wallet.count-listings']({})
  market.clock.set('2027-11-02T12:00:00Z')
  await count()
  admin = await market.signIn({ email: admin.user.email })
  const own = (await preview('35')).body
  expect(own.from).toBe('market')
  await admin.patch('/api/admin/settings', { transactionFeePercentage: '30' })
  expect((await preview('35')).body.months).not.toEqual(own.months)
  await admin.patch('/api/admin/settings', { transactionFeePercentage: '0.5' })
})

test('both come as tables', async () => {
  await count()
  const { body } = await market.visitor().get<string>('/api/economy.csv')
  const lines = body.split('\r\n')
  expect(lines[0]).toContain('"month","complete","supply","escrow","burnt","activeMembers"')
  expect(lines.find((line) => line.startsWith('"2027-01"'))).toContain('"true","219.92",""')
})

test('a year takes a few milliseconds, whatever is in the ledger', async () => {
  const { rows } = await market.ctx.db.raw<{ rows: { 'QUERY PLAN': string }[] }>(
    'explain select * from economy_month order by month desc limit 12',
  )
  expect(rows.map((row) => row['QUERY PLAN']).join()).not.toContain('transfer')
})

test('a month that is counted late is what it was when it ended, whatever has moved since', async () => {
  const { db } = market.ctx
  const row = () => db('economy_month').where({ month: '2028-05' }).first()
  market.clock.set('2028-05-31T12:00:00Z')
  const done = await buildPurchase(market)
  await confirmDelivery(done.buyer, done.itemId)
  const waiting = await buildPurchase(market)
  await market.runJobs()
  market.clock.set('2028-06-01T03:50:00Z')
  const giving = await market.signIn()
  expect((await reserve(giving, (await buildListing(market)).listing.id)).status).toBe(201)
  market.clock.set('2028-06-01T04:00:00Z')
  await count()
  const { complete, ...inTime } = (await row())!
  expect([complete, inTime.burnt_members]).toEqual([false, 1])

  // Then the tokens that were held are released and given back, and others are held.
  await confirmDelivery(await market.signIn({ email: waiting.buyer.user.email }), waiting.itemId)
  await buildPurchase(market)
  market.clock.set('2028-06-02T12:00:00Z')
  await handlers(market.ctx)['purchasing.sweep-reservations']({})
  await market.runJobs()
  expect((await db('purchase').where({ buyer_id: giving.user.id }).first())?.state).toBe('expired')
  await count()
  expect(await row()).toEqual({ ...inTime, complete: true })
})
