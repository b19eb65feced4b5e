import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { handlers } from '../../../worker.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { Answer, TestClient } from '../../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { buildPurchase, confirmDelivery } from '../../../testing/market/trades.ts'
import type { TokenProgress, TokenTransaction } from '../contract.ts'

let market: TestMarket
beforeAll(async () => {
  // 30 November 23:30 in New York is 1 December in UTC.
  market = await testMarket({ env: { MARKET_TIME_ZONE: 'America/New_York' } })
})
afterAll(() => market.stop())
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

async function statement(member: TestClient): Promise<TokenTransaction[]> {
  await market.runJobs()
  return (await member.get<TokenTransaction[]>('/api/tokens/transactions')).body
}
/** A member's bonuses, as 'type amount', oldest first. */
const bonusesOf = async (member: TestClient) =>
  (await statement(member))
    .filter(({ type }) => !['sale', 'refund', 'purchase_item'].includes(type))
    .map(({ type, amount }) => `${type} ${amount}`)
    .toReversed()
const WELCOME = 'welcome_bonus 10.00'
const FIRST_LISTING = 'first_listing 5.00'
const FIRST_SALE = 'first_sale 5.00'
const COMBO = 'monthly_combo 10.00'
const REFERRAL = 'referral_bonus 10.00'
const sell = async (seller: TestClient, buyer?: TestClient, title?: string) => {
  const bought = await buildPurchase(market, { seller, ...(buyer ? { buyer } : {}), ...(title ? { title } : {}) })
  const { body } = await confirmDelivery(bought.buyer, bought.itemId)
  return { ...bought, at: body.deliveryConfirmedAt! }
}
const countListings = () => handlers(market.ctx)['wallet.count-listings']({})

describe('a member earns', () => {
  test('for signing up', async () => {
    const member = await market.signIn()
    expect(await statement(member)).toMatchObject([
      {
        type: 'welcome_bonus',
        amount: '10.00',
        balanceAfter: '10.00',
        description: 'Welcome bonus',
        userId: member.user.id,
      },
    ])
  })

  test('for the first listing once it has stood for a day, and not for the second', async () => {
    const seller = await market.signIn()
    for (let listed = 0; listed < 2; listed += 1) await buildListing(market, { seller })
    expect(await bonusesOf(seller)).toEqual([WELCOME])
    market.clock.advance({ days: 1 })
    await countListings()
    expect(await bonusesOf(seller)).toEqual([WELCOME, FIRST_LISTING])
    expect((await seller.refreshUser()).firstListingAt).not.toBeNull()
  })

  test('nothing for a listing that is deleted a second later', async () => {
    const seller = await market.signIn()
    const { listing } = await buildListing(market, { seller })
    expect((await seller.delete(`/api/items/${listing.id}`)).status).toBe(204)
    await market.runJobs()
    market.clock.advance({ days: 2 })
    await countListings()
    expect(await bonusesOf(seller)).toEqual([WELCOME])
  })

  test('for the first sale and the month with listing and sale, when it is delivered, and not for the next', async () => {
    const seller = await market.signIn()
    const { itemId, buyer } = await buildPurchase(market, { seller })
    expect(await bonusesOf(seller)).toEqual([WELCOME])
    await confirmDelivery(buyer, itemId)
    const all = [WELCOME, FIRST_LISTING, FIRST_SALE, COMBO]
    expect(await bonusesOf(seller)).toEqual(all)
    await sell(seller)
    expect(await bonusesOf(seller)).toEqual(all)
    expect(await seller.refreshUser()).toMatchObject({ hasSoldOnce: true, hasBoughtOnce: false })
    expect(await buyer.refreshUser()).toMatchObject({ hasSoldOnce: false, hasBoughtOnce: true })
    expect((await seller.refreshUser()).lastActivityMonth).toMatch(/^20\d\d-\d\d$/)
  })

  test('once for a friend whom they invited and who has traded with two others, and nothing before', async () => {
    const referrer = await market.signIn()
    const { referralCode } = await referrer.refreshUser()
    const [buying, selling] = [await market.signIn({ referralCode }), await market.signIn({ referralCode })]
    const [itemId, another] = [(await buildPurchase(market, { buyer: buying })).itemId, await buildPurchase(market)]
    await confirmDelivery(buying, itemId)
    // The same neighbour again, and two whom the same friend has invited, are no second one.
    await sell(selling, another.buyer)
    await sell(selling, another.buyer)
    await sell(selling, buying)
    expect(await bonusesOf(referrer)).toEqual([WELCOME])
    await sell(buying)
    expect(await bonusesOf(referrer)).toEqual([WELCOME, REFERRAL])
    await sell(selling)
    expect(await bonusesOf(referrer)).toEqual([WELCOME, REFERRAL, REFERRAL])
    await sell(selling)
    expect(await bonusesOf(referrer)).toEqual([WELCOME, REFERRAL, REFERRAL])
  })

  test('for five friends in a month, and for the sixth in the next', async () => {
    market.clock.set('2027-05-30T12:00:00Z')
    const referrer = await market.signIn()
    const { referralCode } = await referrer.refreshUser()
    const friends: TestClient[] = []
    for (let invited = 0; invited < 6; invited += 1) friends.push(await market.signIn({ referralCode }))
    for (const friend of friends) {
      for (let sold = 0; sold < 2; sold += 1) await sell(friend)
      await market.runJobs()
    }
    expect(await bonusesOf(referrer)).toEqual([WELCOME, ...Array<string>(5).fill(REFERRAL)])
    market.clock.set('2027-06-02T12:00:00Z')
    await sell(friends[5]!)
    expect(await bonusesOf(referrer)).toEqual([WELCOME, ...Array<string>(6).fill(REFERRAL)])
  })

  test('nothing by a trade with whom they invited, or who invited them', async () => {
    const referrer = await market.signIn()
    const friend = await market.signIn({ referralCode: (await referrer.refreshUser()).referralCode })
    await sell(referrer, friend)
    await sell(friend, referrer, 'Another thing')
    expect(await bonusesOf(referrer)).toEqual([WELCOME])
    expect(await bonusesOf(friend)).toEqual([WELCOME])
  })

  test('nothing by a trade at price 0', async () => {
    const [seller, buyer] = [await market.signIn(), await market.signIn()]
    const { listing } = await buildListing(market, { seller, fields: { tokenPrice: '0' } })
    await buildPurchase(market, { buyer, itemId: listing.id })
    await confirmDelivery(buyer, listing.id)
    expect(await bonusesOf(seller)).toEqual([WELCOME])
    expect(await seller.refreshUser()).toMatchObject({ hasSoldOnce: true })
  })

  test('nothing for inviting themselves', async () => {
    const member = await market.signIn()
    const { referralCode } = await member.refreshUser()
    const again = await market.signIn({ email: member.user.email, referralCode })
    expect((await again.refreshUser()).referredBy).toBeNull()
  })

  test('for a first listing as soon as it is sold, also where its posting is noted only later', async () => {
    const seller = await market.signIn()
    await sell(seller)
    await market.runJobs({ only: ['wallet.reward-sale'] })
    expect((await bonusesOf(seller)).toSorted()).toEqual([COMBO, FIRST_LISTING, FIRST_SALE, WELCOME].toSorted())
    market.clock.advance({ days: 2 })
    await countListings()
    expect(await bonusesOf(seller)).toHaveLength(4)
  })

  test('each bonus once, though every job comes many times at once', async () => {
    const referrer = await market.signIn()
    const { referralCode } = await referrer.refreshUser()
    const [seller, buyer] = [await market.signIn({ referralCode }), await market.signIn()]
    await sell(seller)
    const { itemId, purchaseId, at } = await sell(seller, buyer)
    const [sellerId, buyerId] = [seller.user.id, buyer.user.id]
    const earning = [{ reference: `purchase:${purchaseId}`, listingId: itemId }]
    const work = handlers(market.ctx)
    await Promise.all(
      Array.from({ length: 20 }, () => [
        work['wallet.reward-listing']({ listingId: itemId, sellerId, at }),
        work['wallet.reward-sale']({ purchaseId, sellerId, buyerId, earning, at }),
        countListings(),
      ]).flat(),
    )
    expect((await bonusesOf(seller)).toSorted()).toEqual([COMBO, FIRST_LISTING, FIRST_SALE, WELCOME].toSorted())
    expect(await bonusesOf(referrer)).toEqual([WELCOME, REFERRAL])
  })
})

describe('a mailbox', () => {
  const address = (name: string) => `${name}${randomUUID().slice(0, 8)}`
  const join = (email: string, referralCode?: string) =>
    market.signIn({ email, ...(referralCode !== undefined && { referralCode }) })

  test('is welcomed once, whatever dots and tags its address has', async () => {
    const name = address('nora')
    const first = await join(`${name}@gmail.com`)
    const second = await join(`${name.slice(0, 3)}.${name.slice(3)}+toys@googlemail.com`)
    expect([await bonusesOf(first), await bonusesOf(second)]).toEqual([[WELCOME], []])
    const [one, other] = await Promise.all([join(`${name}x+1@gmail.com`), join(`${name}x+2@gmail.com`)])
    expect([...(await bonusesOf(one)), ...(await bonusesOf(other))]).toEqual([WELCOME])
    expect(await bonusesOf(await join(`${name}+toys@elsewhere.example`))).toEqual([WELCOME])
  })

  test('earns nothing twice with a second account', async () => {
    const name = address('ben')
    const [first, second] = [await join(`${name}@outlook.com`), await join(`${name}+2@outlook.com`)]
    await sell(first)
    await market.runJobs()
    await sell(second)
    expect(await bonusesOf(first)).toEqual([WELCOME, FIRST_LISTING, FIRST_SALE, COMBO])
    expect(await bonusesOf(second)).toEqual([])
    const progress = (await second.get<TokenProgress>('/api/tokens/progress')).body
    expect(progress.bonuses.filter(({ done }) => done).map(({ kind }) => kind)).toEqual([
      'welcome_bonus',
      'first_listing',
      'first_sale',
      'monthly_combo',
    ])
  })

  test('earns nothing by trading with itself', async () => {
    const name = address('ivy')
    const [seller, buyer] = [await join(`${name}@icloud.com`), await join(`${name}+2@me.com`)]
    const { listing } = await buildListing(market, { seller, fields: { tokenPrice: '0.10' } })
    // Tokens to pay with, from somebody else.
    const sold = await sell(buyer)
    expect(sold.purchaseId).toBeDefined()
    await buildPurchase(market, { buyer, itemId: listing.id })
    await confirmDelivery(buyer, listing.id)
    expect(await bonusesOf(seller)).toEqual([WELCOME])
  })

  test('that left and joined again earns nothing twice, nor does who invited it', async () => {
    const referrer = await market.signIn()
    const { referralCode } = await referrer.refreshUser()
    const email = `${address('tom')}@gmail.com`
    const before = await join(email, referralCode)
    for (let sold = 0; sold < 2; sold += 1) await sell(before)
    expect(await bonusesOf(before)).toEqual([WELCOME, FIRST_LISTING, FIRST_SALE, COMBO])
    expect((await before.delete('/api/users/me')).status).toBe(204)
    const after = await join(email, referralCode)
    await sell(after)
    expect(await bonusesOf(after)).toEqual([])
    expect(await bonusesOf(referrer)).toEqual([WELCOME, REFERRAL])
    const kept = await market.ctx.db('member').where({ id: before.user.id }).first('email')
    expect(kept?.email).not.toContain('tom')
  })

  test('that invites its own second account earns nothing by it', async () => {
    const name = address('eve')
    const first = await join(`${name}@proton.me`)
    const second = await join(`${name}+2@pm.me`, (await first.refreshUser()).referralCode)
    for (let sold = 0; sold < 2; sold += 1) await sell(second)
    expect(await bonusesOf(first)).toEqual([WELCOME])
  })
})

describe('a month', () => {
  test('is that of the market, and of when the thing was done', async () => {
    market.clock.set('2027-12-01T04:30:00Z')
    const seller = await market.signIn()
    const { itemId, buyer } = await buildPurchase(market, { seller })
    await market.runJobs()
    await confirmDelivery(buyer, itemId)
    market.clock.set('2027-12-20T12:00:00Z')
    const [combo] = await statement(seller)
    expect(combo).toMatchObject({ type: 'monthly_combo', description: 'Monthly combo bonus for November 2027' })
    expect((await seller.refreshUser()).lastActivityMonth).toBe('2027-11')
  })

  test('with a sale of an older item counts a new listing once it has stood for a day', async () => {
    market.clock.set('2028-02-28T12:00:00Z')
    const seller = await market.signIn()
    const { itemId, buyer } = await buildPurchase(market, { seller })
    await market.runJobs()
    market.clock.set('2028-03-05T12:00:00Z')
    await confirmDelivery(buyer, itemId)
    await market.runJobs()
    await buildListing(market, { seller })
    await market.runJobs()
    market.clock.advance({ minutes: 23 * 60 + 59 })
    await countListings()
    expect(await bonusesOf(seller)).not.toContain(COMBO)
    market.clock.advance({ minutes: 2 })
    await countListings()
    expect((await statement(seller))[0]?.description).toBe('Monthly combo bonus for March 2028')
  })

  test('does not count a listing that was withdrawn or deleted within a day, unsold', async () => {
    market.clock.set('2028-05-20T12:00:00Z')
    const seller = await market.signIn()
    const { itemId, buyer } = await buildPurchase(market, { seller })
    await market.runJobs()
    market.clock.set('2028-06-05T12:00:00Z')
    await confirmDelivery(buyer, itemId)
    const [withdrawn, deleted] = [await buildListing(market, { seller }), await buildListing(market, { seller })]
    await market.runJobs()
    market.clock.advance({ minutes: 60 })
    await seller.patch(`/api/items/${withdrawn.listing.id}`, { status: 'withdrawn' })
    expect((await seller.delete(`/api/items/${deleted.listing.id}`)).status).toBe(204)
    await market.runJobs()
    market.clock.advance({ days: 2 })
    await countListings()
    expect(await bonusesOf(seller)).not.toContain(COMBO)
    const kept = await buildListing(market, { seller })
    await market.runJobs()
    market.clock.advance({ days: 2 })
    await seller.patch(`/api/items/${kept.listing.id}`, { status: 'withdrawn' })
    await market.runJobs()
    await countListings()
    expect(await bonusesOf(seller)).toContain(COMBO)
  })
})

describe('two accounts that trade to and fro', () => {
  test('earn nothing for an item that goes back', async () => {
    const [one, other] = [await market.signIn(), await market.signIn()]
    await sell(one, other, 'Wooden train set')
    await sell(other, one, 'wooden  TRAIN set!')
    expect(await bonusesOf(one)).toEqual([WELCOME, FIRST_LISTING, FIRST_SALE, COMBO])
    expect(await bonusesOf(other)).toEqual([WELCOME])
    await sell(other, undefined, 'Something new')
    expect(await bonusesOf(other)).toEqual([WELCOME, FIRST_LISTING, FIRST_SALE, COMBO])
  })

  test('earn no second month with each other', async () => {
    market.clock.set('2029-01-10T12:00:00Z')
    const [seller, buyer] = [await market.signIn(), await market.signIn()]
    await sell(seller, buyer)
    const once = [WELCOME, FIRST_LISTING, FIRST_SALE, COMBO]
    expect(await bonusesOf(seller)).toEqual(once)
    market.clock.set('2029-02-05T12:00:00Z')
    await sell(seller, buyer)
    expect(await bonusesOf(seller)).toEqual(once)
    await sell(seller)
    expect(await bonusesOf(seller)).toEqual([...once, COMBO])
  })
})

describe('the statement', () => {
  test('pages by Link, newest first, without gap or repetition, while more comes in', async () => {
    const seller = await market.signIn()
    await sell(seller)
    const all = (await statement(seller)).map(({ id }) => id)
    const read: string[] = []
    let path: string | undefined = '/api/tokens/transactions?limit=2'
    while (path !== undefined) {
      const { body, headers }: Answer<TokenTransaction[]> = await seller.get(path)
      read.push(...body.map(({ id }) => id))
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      if (read.length === 2) await buildPurchase(market, { buyer: seller })
    }
    expect(read).toEqual(all)
    expect(all).toHaveLength(5)
  })

  test('has the payment of a paid purchase, and is for members', async () => {
    const { buyer, itemId, paymentId } = await buildPurchase(market)
    const [line] = await statement(buyer)
    expect(line).toMatchObject({
      type: 'purchase_item',
      amount: '3.02',
      platformFee: '3.50',
      stripePaymentIntentId: paymentId,
      relatedItemId: itemId,
      description: 'Purchase: Wooden train set',
    })
    const visitor = await market.visitor().get('/api/tokens/transactions')
    expect(visitor.status).toBe(401)
    for (const query of ['limit=0', 'limit=201', 'cursor=x', 'cursor=-1', 'other=1'])
      expect((await buyer.get(`/api/tokens/transactions?${query}`)).status).toBe(400)
  })
})
