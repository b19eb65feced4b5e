import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Ring } from '../../modules/admin/contract.ts'
import { promoteAdmin } from '../../modules/admin/index.ts'
import { transact } from '../../platform/database.ts'
import { auditFindings } from '../audit.ts'
import { buildListing } from '../builders.ts'
import { cardMarket, type CardMarket } from '../card-market.ts'
import { paidTrade } from '../card-trades.ts'
import type { TestClient } from '../client.ts'
import { confirmDelivery, finish, reserve } from '../trades.ts'

// `npm run drill farming` has a hundred; those beyond the ones that trade only sign in and wait to be paid.
const ADDRESSES = Number(process.env.FARMING_ADDRESSES ?? 40)
/** So many try the card: it pays for three, and all the others would be refused as well. */
const TRYING = 20

let cards: CardMarket
beforeEach(async () => {
  cards = await cardMarket()
})
afterEach(() => cards.stop())

/** One lists, the other pays with the one card and confirms; false where the market says no. */
async function trade(seller: TestClient, buyer: TestClient, tokenPrice: string): Promise<boolean> {
  const fields = { title: `Thing of ${seller.user.email}`, tokenPrice }
  const { listing } = await buildListing(cards.market, { seller, fields })
  const started = await reserve(buyer, listing.id)
  if (started.status !== 201) return false
  const paymentId = started.body.clientSecret.split('_secret_')[0]!
  cards.fingerprints.set(paymentId, 'the one card')
  await cards.pay(paymentId)
  const paid = await finish(buyer, listing.id, paymentId)
  await cards.market.runJobs()
  if (paid.status !== 200) return false
  await confirmDelivery(buyer, listing.id)
  await cards.market.runJobs()
  return true
}

/** What a member can pay for one thing: toys cost 3 tokens at most. */
async function allOf(member: TestClient): Promise<string> {
  const { tokens } = await member.refreshUser()
  return Math.min(3, Math.floor(Number(tokens) * 99) / 100).toFixed(2)
}

interface Attack {
  how: string
  address: (n: number) => string
  /** Whom the target invites, for its referral bonuses. The others can buy from it for a bonus. */
  isInvited: (n: number) => boolean
  /** Tokens that reach any one account. */
  most: number
}

const ATTACKS: Attack[] = [
  {
    how: 'three mailboxes of many addresses each',
    address: (n) => `${['target', 'payer', 'third'][n % 3]}+${n}@gmail.com`,
    isInvited: (n) => n % 3 === 2,
    most: 50,
  },
  {
    how: 'as many mailboxes of a domain of their own',
    address: (n) => `box-${n}@made-up.example`,
    isInvited: (n) => n > 3,
    // Such mailboxes look like neighbours, so 50 is out of reach: 30 are what any newcomer who sells earns, 50 are for
    // five friends, and 30 were those of three who share the card.
    most: 110,
  },
]

test.each(ATTACKS)(
  'one person with $how and one card gathers at most $most tokens in a day, and is named',
  async (attack) => {
    const join = async (n: number, referralCode?: string) => {
      // A day is long enough for every code: the pauses between them are over.
      await cards.market.ctx.db('rate_limit').delete()
      await cards.market.ctx.db('backoff').delete()
      return cards.market.signIn({ email: attack.address(n), ...(referralCode !== undefined && { referralCode }) })
    }
    const target = await join(0)
    const { referralCode } = await target.refreshUser()
    const payer = await join(1)
    const others: TestClient[] = []
    for (let n = 2; n < ADDRESSES; n += 1) others.push(await join(n, attack.isInvited(n) ? referralCode : undefined))
    expect(await trade(target, payer, '0.10')).toBe(true)
    for (const other of others.slice(0, 12)) await trade(other, payer, '0.01')
    for (const member of [payer, ...others.slice(0, TRYING)]) {
      for (let price = await allOf(member); Number(price) > 0.05; price = await allOf(member))
        if (!(await trade(target, member, price))) break
    }

    const balances: number[] = []
    for (const member of [target, payer, ...others]) balances.push(Number((await member.refreshUser()).tokens))
    expect(Number((await target.refreshUser()).tokens)).toBeGreaterThan(30)
    expect(Math.max(...balances)).toBeLessThanOrEqual(attack.most)
    expect(await auditFindings(cards.market)).toEqual([])

    // Two neighbours who trade once are no ring.
    const neighbours = await paidTrade(cards)
    await confirmDelivery(neighbours.buyer, neighbours.itemId)
    const admin = await cards.market.signIn()
    const { db, clock } = cards.market.ctx
    await transact(db, (trx) => promoteAdmin(trx, { email: admin.user.email, now: clock.now() }))
    const rings = (await admin.get<Ring[]>('/api/admin/rings')).body
    expect(rings).toHaveLength(1)
    const named = rings[0]!.members.map(({ id }) => id)
    expect(named).toEqual(expect.arrayContaining([target.user.id, payer.user.id, others[0]!.user.id]))
    expect(rings[0]!.suspicious).toBeGreaterThan(0)
  },
)
