import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createMember, findMember } from '../../modules/identity/index.ts'
import { CARD_ALLOWANCE_TOKENS } from '../../modules/purchasing/contract.ts'
import { confirmDelivery, findRings, finishPurchase, startPurchase } from '../../modules/purchasing/index.ts'
import { openAccount } from '../../modules/wallet/index.ts'
import { transact } from '../../platform/database.ts'
import { momentInWords } from '../../platform/local-time.ts'
import { handlers } from '../../worker.ts'
import { auditFindings } from '../market/audit.ts'
import { cardMarket, type CardMarket } from '../market/card-market.ts'
import { attempt, buildListings } from '../drill/purchases/trade-steps.ts'
import { untilSomebodyWaits } from '../postgres/lock-waits.ts'

const USERS_A_CARD = 3
// `npm run drill farming` plays each with one to three.
const ALL = process.env.FARMING_WHOLE === '1'

let cards: CardMarket
beforeAll(async () => {
  cards = await cardMarket()
  // So that a member can spend all that they have at once.
  await cards.market.ctx
    .db('category_price')
    .insert({ category: 'toys', token_price: 99 })
    .onConflict('category')
    .merge()
})
afterAll(() => cards.stop())
afterEach(async () => expect(await auditFindings(cards.market)).toEqual([]))

const tokensOf = async (memberId: string) =>
  Number((await cards.market.ctx.db('account').where({ id: memberId }).first('balance'))?.balance) / 100
/** The highest price that leaves room for the fee. */
const affordable = (tokens: number) => Math.max(0, Math.floor((tokens / 1.005) * 100 - 1) / 100)

async function join(email: string, inviterId?: string): Promise<string> {
  const { ctx, clock } = cards.market
  return transact(ctx.db, async (trx) => {
    const inviter = inviterId === undefined ? undefined : await findMember(trx, inviterId)
    const { id } = await createMember(trx, { email, referralCode: inviter?.referralCode, now: clock.now() })
    await openAccount(trx, { memberId: id, now: clock.now() })
    return id
  })
}

/** Pays with the card, and answers how to tell the market. */
async function payAhead(sellerId: string, buyerId: string, card: string, tokens: number) {
  const { ctx } = cards.market
  const [listingId = ''] = await buildListings(
    { ...cards.market, random: Math.random },
    [sellerId],
    1,
    tokens.toFixed(2),
  )
  const { purchaseId, clientSecret } = await startPurchase(ctx, { buyerId, listingId, deliveryMethod: 'message' })
  const paymentIntentId = clientSecret.split('_secret_')[0]!
  cards.fingerprints.set(paymentIntentId, card)
  await cards.pay(paymentIntentId)
  return { listingId, purchaseId, finish: () => finishPurchase(ctx, { listingId, buyerId, paymentIntentId }) }
}

/** 'done', or the code with which the market refuses. */
async function trade(sellerId: string, buyerId: string, card: string, tokens: number): Promise<string> {
  return attempt(async () => {
    const { listingId, finish } = await payAhead(sellerId, buyerId, card, tokens)
    await finish()
    await confirmDelivery(cards.market.ctx, { listingId, buyerId })
    await cards.market.runJobs({ only: ['wallet.reward-listing', 'wallet.reward-sale'] })
  })
}

/** The card's spending of these members' tokens at neighbours who have nothing to do with them, in tokens. */
async function spend(card: string, memberIds: string[], shop: string): Promise<number> {
  let spent = 0
  for (const memberId of memberIds) {
    for (let price = affordable(await tokensOf(memberId)); price >= 1; price = affordable(await tokensOf(memberId))) {
      while (price >= 1 && (await trade(shop, memberId, card, price)) !== 'done') price /= 2
      if (price < 1) break
      spent += price
    }
  }
  return spent
}

interface Scheme {
  how: string
  /** The address of the nth of one player's mailboxes. */
  address: (n: number, play: string) => string
  /** The member who invites the nth. */
  inviter: (n: number) => number | undefined
  /** Days before they spend: within the month, or after it, when what one month left over must not be at hand in the next. */
  wait: 28 | 40
  /** The number of cards, when there is little time. */
  cards: number[]
}

const SCHEMES: Scheme[] = [
  {
    how: 'a star',
    address: (n, play) => `${play}-${n}@gmail.com`,
    inviter: (n) => (n === 0 ? undefined : 0),
    wait: 28,
    cards: [1],
  },
  {
    how: 'a chain',
    address: (n, play) => `${play}-${n}@yahoo.com`,
    inviter: (n) => (n === 0 ? undefined : n - 1),
    wait: 40,
    cards: [2],
  },
  {
    how: 'siblings in pairs',
    address: (n, play) => `${play}-${n}@outlook.com`,
    inviter: (n) => (n < 2 ? undefined : n % 2),
    wait: 28,
    cards: [1],
  },
  {
    how: 'strangers',
    address: (n, play) => `${play}-${n}@example.com`,
    inviter: () => undefined,
    wait: 40,
    cards: [1, 3],
  },
  {
    how: 'one domain',
    address: (n, play) => `box-${n}@${play}.test`,
    inviter: () => undefined,
    wait: 28,
    cards: [3],
  },
  {
    how: 'few mailboxes',
    address: (n, play) => `${play}-${n % 4}+${n}@gmail.com`,
    inviter: () => undefined,
    wait: 40,
    cards: [2],
  },
]

const plays = SCHEMES.flatMap((scheme) => (ALL ? [1, 2, 3] : scheme.cards).map((count) => ({ ...scheme, count })))

test.each(plays)('$how, with $count cards: at most 50 tokens a card in a month, and named', async (scheme) => {
  const { count, how } = scheme
  const { ctx, clock } = cards.market
  const play = `${how.replaceAll(' ', '-')}-${count}`
  const ids: string[] = []
  for (let n = 0; n < count * USERS_A_CARD * 2; n += 1) {
    const inviter = scheme.inviter(n)
    ids.push(await join(scheme.address(n, play), inviter === undefined ? undefined : ids[inviter]))
  }
  // Half of them pay, three with each card; the others sell.
  const [users, sellers] = [ids.slice(0, ids.length / 2), ids.slice(ids.length / 2)]
  const cardOf = (n: number) => `${play} card ${Math.floor(n / USERS_A_CARD)}`
  await buildListings({ ...cards.market, random: Math.random }, users, users.length, '1.00')
  await cards.market.runJobs({ only: ['wallet.reward-listing'] })
  clock.advance({ days: 1, minutes: 1 })
  await handlers(ctx)['wallet.count-listings']({})
  const traders = new Set<string>()
  let among = 0
  for (const [n, user] of users.entries()) {
    if ((await trade(sellers[n]!, user, cardOf(n), 0.1)) === 'done') traders.add(user)
    // A seller who can pay with another card, and one who has never sold to this one.
    const next = users[(n + USERS_A_CARD) % users.length]!
    const price = n % 2 === 0 && scheme.wait < 31 ? affordable(await tokensOf(user)) : 0.1
    if (count > 1 && (await trade(next, user, cardOf(n), price)) === 'done') among += price
    if (count === 1) await trade(sellers[(n + 1) % sellers.length]!, user, cardOf(n), 0.1)
  }
  const rings = await findRings(ctx.db, clock.now())
  const ofFirst = users.slice(0, USERS_A_CARD).filter((id) => traders.has(id))
  expect(ofFirst.length).toBeGreaterThan(1)
  expect(rings.some(({ memberIds }) => ofFirst.every((id) => memberIds.includes(id)))).toBe(true)
  clock.advance({ days: scheme.wait })

  const shop = await join(`${play}-shop@example.com`)
  const rich = [...ids].reverse()
  let spent = 0
  for (let card = 0; card < count; card += 1) {
    const own = users.slice(card * USERS_A_CARD, (card + 1) * USERS_A_CARD)
    spent += await spend(`${play} card ${card}`, own, shop)
    spent += await spend(`${play} card ${card}`, rich.slice(card * 2, card * 2 + 2), shop)
  }
  expect(spent).toBeGreaterThan(5)
  // The month before leaves nothing over but what one card has paid to the members of another, who have earned it.
  const earned = scheme.wait > 31 ? among : 0
  expect(spent).toBeLessThanOrEqual(CARD_ALLOWANCE_TOKENS * count + earned)
})

/** A member with 30 tokens, at home in nobody's circle: they have listed, and sold something to a stranger. */
async function earner(name: string): Promise<string> {
  const [id, stranger] = [await join(`${name}@example.com`), await join(`${name}-stranger@example.com`)]
  expect(await trade(id, stranger, `of ${name}'s stranger`, 0.1)).toBe('done')
  return id
}

test('what one card pays to the members of another can be spent later, yet in all never more than 50 a card and month', async () => {
  const shop = await join('two-months-shop@example.com')
  const [ann, ben] = [await earner('two-months-ann'), await earner('two-months-ben')]
  const [cleo, dora] = [await earner('two-months-cleo'), await earner('two-months-dora')]
  // In the first month the one card's 50 tokens, fees included, go to the members of the other, and nothing to a shop.
  expect(await trade(cleo, ann, 'two months A', 25)).toBe('done')
  expect(await trade(dora, ben, 'two months A', 24)).toBe('done')
  expect(await trade(dora, ben, 'two months A', 1)).toBe('CARD_ALLOWANCE_SPENT')
  cards.market.clock.advance({ days: 32 })
  // In the second these have those 49 and 50 more: with the other card's 50 it is never more than two months of two cards.
  expect(await trade(shop, cleo, 'two months B', 54)).toBe('done')
  expect(await trade(shop, dora, 'two months B', 45)).toBe('CARD_ALLOWANCE_SPENT')
  expect(await trade(shop, dora, 'two months B', 44)).toBe('done')
})

test('two cards of the same members that pay at the same moment have one allowance', async () => {
  const { ctx, clock } = cards.market
  const [shop, both] = [await join('at-once-shop@example.com'), await join('at-once-both@example.com')]
  const [ann, ben] = [await earner('at-once-ann'), await earner('at-once-ben')]
  const began = clock.now()
  for (const card of ['at once A', 'at once B']) expect(await trade(shop, both, card, 1)).toBe('done')
  // To and fro: it is spending of both cards, and earns neither of them anything.
  for (let n = 0; n < 2; n += 1) {
    expect(await trade(ben, ann, 'at once A', 22)).toBe('done')
    expect(await trade(ann, ben, 'at once B', 22)).toBe('done')
  }
  const payments = [await payAhead(shop, ann, 'at once A', 7), await payAhead(shop, ben, 'at once B', 7)]
  const answers: Promise<string>[] = []
  await ctx.db.transaction(async (trx) => {
    // A payment that is allowed to note that the card pays waits here.
    await trx.raw('lock table purchase_card in share mode')
    for (const { finish } of payments) answers.push(attempt(finish))
    await untilSomebodyWaits(ctx.db, 2)
  })
  expect((await Promise.all(answers)).toSorted()).toEqual(['CARD_ALLOWANCE_SPENT', 'done'])
  await cards.market.runJobs({ only: ['purchasing.refund-card'] })

  // The buyer reads what is the matter, and a month after the first of these trades there is room again.
  const refused = await payAhead(shop, ann, 'at once A', 7)
  const words = (goesOn: string) =>
    `On top of tokens earned by selling, one card can spend 50 tokens a month, and this ${goesOn}; ` +
    'the $3.50 go back to the card.'
  const refusal: unknown = await refused.finish().catch((error: unknown) => error)
  const alarm = ctx.db('purchase_alarm').where({ purchase_id: refused.purchaseId })
  const from = (await alarm.clone().first('pays_from'))?.pays_from ?? new Date(0)
  expect((from.getTime() - began.getTime()) / 86_400_000).toBeCloseTo(31, 1)
  const when = `one can't spend that many more right now. You can pay for this from ${momentInWords(from, ctx.site.timeZone)} on`
  expect(refusal).toMatchObject({ code: 'CARD_ALLOWANCE_SPENT', message: words(when) })
  await alarm.update({ pays_from: null })
  const never = 'costs more than that. Please pass something on first, or choose something for fewer tokens'
  await expect(refused.finish()).rejects.toMatchObject({ message: words(never) })
  await cards.market.runJobs({ only: ['purchasing.refund-card'] })
  clock.set(from)
  expect(await attempt((await payAhead(shop, ann, 'at once A', 7)).finish)).toBe('done')
})

test('the promise is 50', () => expect(CARD_ALLOWANCE_TOKENS).toBe(50))

test('neighbours who trade with others lose nothing, though one has invited the other', async () => {
  const [ann, other] = [await join('ann@example.com'), await join('other@example.com')]
  const [ben, cleo] = [await join('ben@example.com', ann), await join('cleo@example.com')]
  expect(await trade(ann, ben, 'of ben', 3)).toBe('done')
  // Nothing by each other; all by others.
  expect(await tokensOf(ann)).toBe(13)
  expect(await trade(ann, cleo, 'of cleo', 3)).toBe('done')
  expect(await tokensOf(ann)).toBe(10 + 6 + 20)
  expect(await trade(ben, cleo, 'of cleo', 3)).toBe('done')
  expect(await trade(ben, other, 'of other', 3)).toBe('done')
  // Ben has traded with two others: that is what an invitation pays for.
  expect(await tokensOf(ann)).toBe(10 + 6 + 20 + 10)
  expect(await trade(cleo, ann, 'of ann', affordable(46))).toBe('done')
  // All that sales to others bring can be spent at once, beyond what one is given.
  expect(await trade(other, cleo, 'of cleo', affordable(await tokensOf(cleo)))).toBe('done')
})
