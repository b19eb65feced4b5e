import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { testMarket } from '../../../testing/market/market.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { handlers } from '../../../worker.ts'
import { findMember } from '../../identity/index.ts'
import { payStreaks } from './pay-streaks.ts'
import { readStatement } from '../statement/statement.ts'

const market = useMarket({ env: { MARKET_TIME_ZONE: 'America/New_York' } })
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const night = () => handlers(market.ctx)['wallet.monthly-streaks']({})
const countListings = () => handlers(market.ctx)['wallet.count-listings']({})

/** A member who has listed once already, at the time of the clock. */
async function seller(): Promise<TestClient> {
  const { seller: member } = await buildListing(market)
  await market.runJobs()
  return member
}

/** The market's own news of a listing posted at that time. */
const list = (member: TestClient, at: string) =>
  handlers(market.ctx)['wallet.reward-listing']({ listingId: randomUUID(), sellerId: member.user.id, at })

/** The member's session is over by now: months have passed. */
async function streaksOf(member: TestClient): Promise<string[]> {
  const { transactions } = await readStatement(market.ctx.db, { memberId: member.user.id, limit: 200 })
  return transactions
    .filter(({ type }) => type === 'streak_bonus')
    .map(({ description, amount }) => `${/for (\w{3})\w* (\d{4}):/.exec(description)?.slice(1).join(' ')} ${amount}`)
    .toReversed()
}
const currentStreak = async (member: TestClient) => (await findMember(market.ctx.db, member.user.id))?.currentStreak

describe('the night after a month has ended', () => {
  test('pays 1, 2, 3 and then 3 for each month in a row, through two years with their edges', async () => {
    market.clock.set('2027-12-31T12:00:00Z')
    const member = await market.signIn()
    await market.ctx.db('member').where({ id: member.user.id }).update({ first_listing_at: market.clock.now() })
    // By turns the first and the last second of a month in New York: 4 or 5 hours behind UTC, by the season.
    const edges = [
      '2028-01-01T05:00:00Z', // 1 January 00:00:00, winter time
      '2028-03-01T04:59:59Z', // 29 February 23:59:59 of a leap year
      '2028-03-01T05:00:00Z',
      '2028-05-01T03:59:59Z', // summer time
      '2028-05-01T04:00:00Z',
      '2028-07-01T03:59:59Z',
      '2028-07-01T04:00:00Z',
      '2028-09-01T03:59:59Z',
      '2028-09-01T04:00:00Z',
      '2028-11-01T03:59:59Z',
      '2028-11-01T04:00:00Z', // summer time ends on 5 November
      '2029-01-01T04:59:59Z',
      '2029-01-01T05:00:00Z',
      '2029-03-01T04:59:59Z', // 28 February
      '2029-03-01T05:00:00Z',
      '2029-05-01T03:59:59Z',
      '2029-05-01T04:00:00Z',
      '2029-07-01T03:59:59Z',
      '2029-07-01T04:00:00Z',
      '2029-09-01T03:59:59Z',
      '2029-09-01T04:00:00Z',
      '2029-11-01T03:59:59Z',
      '2029-11-01T04:00:00Z',
      '2030-01-01T04:59:59Z',
    ]
    for (const [index, at] of edges.entries()) {
      market.clock.set(at)
      await list(member, at)
      market.clock.set(new Date(Date.UTC(2028, index + 1, 2, 12)))
      await countListings()
      await night()
      expect(await currentStreak(member)).toBe(index + 1)
    }
    const paid = await streaksOf(member)
    expect(paid.slice(0, 5)).toEqual([
      'Feb 2028 1.00',
      'Mar 2028 2.00',
      'Apr 2028 3.00',
      'May 2028 3.00',
      'Jun 2028 3.00',
    ])
    expect(paid).toHaveLength(23)
    expect(paid.at(-1)).toBe('Dec 2029 3.00')
    expect(await findMember(market.ctx.db, member.user.id)).toMatchObject({ lastActivityMonth: '2029-12' })
  })

  test('ends a streak in whose month nothing was done, and a new one starts from its first month', async () => {
    market.clock.set('2031-01-10T12:00:00Z')
    const member = await seller()
    for (const month of ['02', '04', '05']) await list(member, `2031-${month}-10T12:00:00Z`)
    market.clock.set('2031-03-01T06:00:00Z')
    await countListings()
    await night()
    expect(await currentStreak(member)).toBe(2)
    market.clock.set('2031-04-01T06:00:00Z')
    await night()
    expect(await currentStreak(member)).toBe(0)
    market.clock.set('2031-06-01T06:00:00Z')
    await countListings()
    await night()
    expect(await streaksOf(member)).toEqual(['Feb 2031 1.00', 'May 2031 1.00'])
    expect(await currentStreak(member)).toBe(2)
  })

  test('does not break a streak that a listing of the last day may still save, and pays when it counts', async () => {
    market.clock.set('2032-01-10T12:00:00Z')
    const member = await seller()
    for (const at of ['2032-02-10T12:00:00Z', '2032-04-01T03:00:00Z']) await list(member, at)
    market.clock.set('2032-03-02T12:00:00Z')
    await countListings()
    await night()
    market.clock.set('2032-04-01T07:11:00Z')
    await night()
    expect(await currentStreak(member)).toBe(2)
    market.clock.set('2032-04-02T07:11:00Z')
    await countListings()
    await night()
    expect(await currentStreak(member)).toBe(3)
    expect(await streaksOf(member)).toEqual(['Feb 2032 1.00', 'Mar 2032 2.00'])
  })

  test('pays nothing for a listing that was withdrawn within a day', async () => {
    market.clock.set('2033-01-31T12:00:00Z')
    const member = await seller()
    market.clock.set('2033-02-01T05:00:00Z')
    const { listing } = await buildListing(market, { seller: member })
    market.clock.advance({ minutes: 23 * 60 + 59 })
    expect((await member.patch(`/api/items/${listing.id}`, { status: 'withdrawn' })).status).toBe(200)
    await market.runJobs()
    market.clock.set('2033-03-02T12:00:00Z')
    await countListings()
    await night()
    expect(await streaksOf(member)).toEqual([])
    expect(await currentStreak(member)).toBe(0)
  })
})

describe('a run', () => {
  test('catches up on the months that were missed, and pays nothing twice, at once or later', async () => {
    market.clock.set('2034-01-10T12:00:00Z')
    const member = await seller()
    for (const month of ['02', '03', '04', '06']) await list(member, `2034-${month}-10T12:00:00Z`)
    market.clock.set('2034-08-05T12:00:00Z')
    await countListings()
    await Promise.all([night(), night(), night()])
    const paid = ['Feb 2034 1.00', 'Mar 2034 2.00', 'Apr 2034 3.00']
    expect(await streaksOf(member)).toEqual(paid)
    expect(await currentStreak(member)).toBe(0)
    for (const month of ['2034-03', '2034-06', undefined])
      expect(await payStreaks(market.ctx, month)).toMatchObject({ paid: 0 })
    expect(await streaksOf(member)).toEqual(paid)
  })

  test('for one month settles it and what came before it, and no more', async () => {
    market.clock.set('2035-01-10T12:00:00Z')
    const member = await seller()
    for (const month of ['02', '03']) await list(member, `2035-${month}-10T12:00:00Z`)
    market.clock.set('2035-05-05T12:00:00Z')
    await countListings()
    expect(await payStreaks(market.ctx, '2035-02')).toMatchObject({ month: '2035-02', paid: 1 })
    expect(await streaksOf(member)).toEqual(['Feb 2035 1.00'])
    await payStreaks(market.ctx, '2035-03')
    expect(await streaksOf(member)).toEqual(['Feb 2035 1.00', 'Mar 2035 2.00'])
    await expect(payStreaks(market.ctx, '2035-05')).rejects.toThrow('2035-05 has not ended yet')
  })

  test('keeps what it has settled, whatever becomes known later', async () => {
    market.clock.set('2036-01-10T12:00:00Z')
    const member = await seller()
    for (const month of ['02', '04']) await list(member, `2036-${month}-10T12:00:00Z`)
    market.clock.set('2036-05-05T12:00:00Z')
    await countListings()
    await night()
    await list(member, '2036-03-10T12:00:00Z')
    await countListings()
    await night()
    expect(await streaksOf(member)).toEqual(['Feb 2036 1.00'])
  })
})

test('a run settles every member, though there is more than one batch of them', async () => {
  const crowd = await testMarket()
  try {
    await crowd.ctx.db.raw(`
      with joined as (insert into member (email, referral_code) select n || '@example.com', n from generate_series(1, 1100) n returning id),
      opened as (insert into account (id, kind, member_id) select id, 'member', id from joined)
      insert into activity (reference, kind, member_id, month, occurred_at, counts_from, counted_at)
      select 'listing:' || gen_random_uuid(), 'listing', id, '2037-0' || month, '2037-01-10', '2037-01-10', '2037-01-10'
      from joined, generate_series(1, 2) month`)
    crowd.clock.set('2037-03-01T08:11:00Z')
    expect(await payStreaks(crowd.ctx)).toEqual({ month: '2037-02', members: 1100, paid: 1100 })
    const { rows } = await crowd.ctx.db.raw<{ rows: unknown[] }>(
      'select current_streak, count(*)::int from member group by 1',
    )
    expect(rows).toEqual([{ current_streak: 2, count: 1100 }])
  } finally {
    await crowd.stop()
  }
})
