import { BONUS_TOKENS, REFERRALS_A_MONTH } from '../wallet/contract.ts'
import { comingTarget, type Meters, tenthsFor } from '../wallet/index.ts'
import { seeded, shuffle, timesOf } from './random.ts'
import type { Rates } from './rates.ts'

/** Weeks of a modelled month, and months after which who does nothing is no longer active. */
const WEEKS = 4
const ACTIVE_MONTHS = 3
/** A home keeps no more than that to give away: the rest is given elsewhere. */
const CUPBOARD = 15

interface Agent {
  /** Hundredths of a token, as everywhere here. */
  tokens: number
  threshold: number
  /** Categories of what could be listed. */
  cupboard: number[]
  inviter: Agent | undefined
  partners: Set<Agent>
  hasListed: boolean
  hasSold: boolean
  /** Months in a row with a listing or a sale. */
  streak: number
  lastActive: number
  listedIn: number
  soldIn: number
  comboIn: number
  referrals: number
  present: boolean
}

/** The searches of members in a month, and their outcome. */
interface Found {
  wants: number
  served: number
  unpaid: number
  listed: number
  short: Set<Agent>
  inVain: Set<Agent>
}

interface HeldListing {
  seller: Agent
  category: number
}

/** A month of a modelled market. Tokens are whole ones, with fractions. */
export interface ModelMonth {
  month: number
  /** Percent of what was looked for that was found and paid for. */
  served: number
  /** Percent that could not be paid for. */
  unpaid: number
  /** Members who wanted something that they could not pay for. */
  short: number
  /** Members who could have paid for whatever they looked for, and did not find it. */
  inVain: number
  tokensAMember: number
  active: number
  listed: number
  factor: number
  /** Tokens for each active member that the month was held at; undefined without a target. */
  target: number | undefined
}

/** A modelled market's rule for its supply. */
export interface Rule {
  /** Tokens for each active member; undefined pays everything in full. */
  target?: number | undefined
  /** The target moves by itself, by the market's own rule. */
  moves?: boolean | undefined
}

/**
 * Runs a market for `months` months, one at a time: each week members look for things, list what they have to give as
 * long as their tokens don't suffice them, and earn by the market's own table of bonuses and its own rule of the month's
 * share.
 */
export function* runMarket(
  rates: Rates,
  { months, seed, ...rule }: { months: number; seed: number } & Rule,
): Generator<ModelMonth, undefined> {
  const market = new ModelMarket(rates, seed, rule)
  for (let month = 1; month <= months; month += 1) yield market.runMonth(month)
  return undefined
}

class ModelMarket {
  private readonly rates: Rates
  private readonly moves: boolean
  /** Hundredths of a token for each active member. */
  private target: bigint | undefined
  /** The readings of the meters in each month. */
  private readonly meters: Meters[] = []
  private readonly dearest: number
  private readonly random: () => number
  private readonly shelves: HeldListing[][]
  private readonly weights: number[]
  private members: Agent[] = []
  /** Members who left, as long as they count as active. */
  private left: Agent[] = []
  private month = 0
  private tenths = 10
  /**
   * Tokens that this month and the last have minted once and for all, less what was burnt; and what combos and streaks
   * cost in full.
   */
  private onceOnly = 0
  private combos = 0
  private streaks = 0

  constructor(rates: Rates, seed: number, { target, moves = false }: Rule) {
    this.rates = rates
    this.target = target === undefined ? undefined : BigInt(Math.round(target * 100))
    this.moves = moves
    this.dearest = Math.max(...rates.categories.map(({ price }) => price * (100 + rates.fee)))
    this.random = seeded(seed)
    this.shelves = rates.categories.map(() => [])
    const total = rates.categories.reduce((sum, { weight }) => sum + weight, 0)
    let sum = 0
    this.weights = rates.categories.map(({ weight }) => (sum += weight / total))
    for (let index = 0; index < rates.members; index += 1) this.join()
    if (rates.start) this.settle(rates.start)
  }

  /** Members who have been there for a while, with what they have, and shelves that are filled. */
  private settle({ tokens, listings }: { tokens: number; listings: number }): void {
    for (const member of this.members) {
      member.tokens = Math.round(tokens * 200 * this.random())
      member.hasListed = true
      member.hasSold = true
      member.lastActive = 0
    }
    for (let index = 0; index < listings; index += 1) {
      const seller = this.members[Math.floor(this.random() * this.members.length)]
      const category = this.someCategory()
      if (seller) this.shelves[category]?.push({ seller, category })
    }
  }

  runMonth(month: number): ModelMonth {
    this.month = month
    this.publish()
    this.onceOnly = 0
    this.combos = 0
    const found: Found = { wants: 0, served: 0, unpaid: 0, listed: 0, short: new Set(), inVain: new Set() }
    for (let week = 0; week < WEEKS; week += 1) this.runWeek(found)
    this.payStreaks()
    this.turnOver()
    const active = this.active()
    this.meters.push({ activeMembers: active.members, short: found.short.size, inVain: found.inVain.size })
    return {
      month,
      served: (100 * found.served) / Math.max(1, found.wants),
      unpaid: (100 * found.unpaid) / Math.max(1, found.wants),
      short: found.short.size,
      inVain: found.inVain.size,
      tokensAMember: active.tokens / 100 / Math.max(1, active.members),
      active: active.members,
      listed: found.listed,
      factor: this.tenths / 10,
      target: this.target === undefined ? undefined : Number(this.target) / 100,
    }
  }

  /** By the rule of the market itself (wallet/supply/publish-factor.ts). Without a month before there is none to publish. */
  private publish(): void {
    if (this.target === undefined || this.month === 1) return
    const active = this.active()
    // The figures of the month that had ended by then decide it.
    const { target, tenths, moves } = this
    this.target = comingTarget({ target, moves }, { target, tenths }, this.meters.at(-2))
    this.tenths = tenthsFor(this.target, {
      supply: BigInt(active.tokens),
      activeMembers: active.members,
      onceOnly: BigInt(this.onceOnly),
      expected: BigInt(this.combos + this.streaks),
    })
  }

  private runWeek(found: Found): void {
    this.clear(() => this.random() >= this.rates.withdrawn)
    for (const member of shuffle([...this.members], this.random)) {
      for (let times = timesOf(this.rates.outgrown / WEEKS, this.random); times > 0; times -= 1) {
        if (member.cupboard.length < CUPBOARD) member.cupboard.push(this.someCategory())
      }
      const needs = member.tokens < member.threshold
      found.listed += this.list(member, needs ? this.rates.effort : this.rates.effortAnyway)
      for (let times = timesOf(this.rates.wants / WEEKS, this.random); times > 0; times -= 1) {
        found.wants += 1
        const result = this.look(member)
        if (result === 'served') found.served += 1
        if (result === 'unpaid') {
          found.unpaid += 1
          found.short.add(member)
        }
        if (result === 'not found' && member.tokens >= this.dearest) found.inVain.add(member)
      }
    }
  }

  private list(member: Agent, effort: number): number {
    const kept: number[] = []
    let listed = 0
    for (const category of member.cupboard) {
      if (this.random() >= effort) kept.push(category)
      else {
        this.shelves[category]?.push({ seller: member, category })
        listed += 1
      }
    }
    member.cupboard = kept
    if (listed === 0) return 0
    if (!member.hasListed) this.mintOnce(member, BONUS_TOKENS.first_listing)
    member.hasListed = true
    member.listedIn = this.month
    this.act(member)
    this.payCombo(member)
    return listed
  }

  private look(member: Agent): 'served' | 'unpaid' | 'not found' {
    const category = this.someCategory()
    const shelf = this.shelves[category] ?? []
    const listing = shelf.find(({ seller }) => seller !== member && this.random() < this.rates.fits)
    if (!listing) return 'not found'
    const price = (this.rates.categories[category]?.price ?? 0) * 100
    const fee = Math.round((price * this.rates.fee) / 100)
    if (member.tokens < price + fee) return 'unpaid'
    shelf.splice(shelf.indexOf(listing), 1)
    member.tokens -= price + fee
    this.onceOnly -= fee
    this.act(member)
    this.sell(listing.seller, member, price)
    return 'served'
  }

  private sell(seller: Agent, buyer: Agent, price: number): void {
    seller.tokens += price
    this.act(seller)
    // A second sale to one neighbour earns nothing.
    if (!seller.partners.has(buyer)) {
      if (!seller.hasSold) this.mintOnce(seller, BONUS_TOKENS.first_sale)
      seller.hasSold = true
      seller.soldIn = this.month
      this.payCombo(seller)
    }
    for (const [one, other] of [
      [seller, buyer],
      [buyer, seller],
    ] as const) {
      one.partners.add(other)
      if (one.inviter?.present && one.partners.size === 2 && one.inviter.referrals < REFERRALS_A_MONTH) {
        one.inviter.referrals += 1
        this.mintOnce(one.inviter, BONUS_TOKENS.referral_bonus)
        one.inviter = undefined
      }
    }
  }

  /** Once a month, for whoever has both listed and sold in it. */
  private payCombo(member: Agent): void {
    if (member.listedIn !== this.month || member.soldIn !== this.month || member.comboIn === this.month) return
    member.comboIn = this.month
    this.combos += BONUS_TOKENS.monthly_combo * 100
    member.tokens += BONUS_TOKENS.monthly_combo * 10 * this.tenths
  }

  private payStreaks(): void {
    this.streaks = 0
    for (const member of this.members) {
      const active = member.listedIn === this.month || member.soldIn === this.month
      member.streak = active ? member.streak + 1 : 0
      member.referrals = 0
      const tokens = member.streak < 2 ? 0 : (BONUS_TOKENS.streak_bonus[Math.min(member.streak - 2, 2)] ?? 0)
      this.streaks += tokens * 100
      member.tokens += tokens * 10 * this.tenths
    }
  }

  /** A member who leaves keeps their tokens, and nobody spends them. */
  private turnOver(): void {
    const leaving = this.members.filter(() => this.random() < this.rates.leaving)
    for (const member of leaving) member.present = false
    this.left = [...this.left, ...leaving].filter((member) => this.isActive(member))
    this.members = this.members.filter(({ present }) => present)
    this.clear(({ seller }) => seller.present)
    while (this.members.length < this.rates.members) this.join()
  }

  /** Takes from the shelves what is not to stay. */
  private clear(stays: (listing: HeldListing) => boolean): void {
    for (const shelf of this.shelves) shelf.splice(0, shelf.length, ...shelf.filter(stays))
  }

  private join(): void {
    const isInvited = this.month > 0 && this.random() < this.rates.invited
    const inviter = isInvited ? this.members[Math.floor(this.random() * this.members.length)] : undefined
    const member: Agent = {
      tokens: 0,
      threshold: Math.round(this.rates.threshold * 100 * (0.5 + this.random())),
      cupboard: Array.from({ length: timesOf(this.rates.outgrown, this.random) }, () => this.someCategory()),
      inviter,
      partners: new Set(),
      hasListed: false,
      hasSold: false,
      streak: 0,
      lastActive: -ACTIVE_MONTHS,
      listedIn: 0,
      soldIn: 0,
      comboIn: 0,
      referrals: 0,
      present: true,
    }
    this.members.push(member)
    this.mintOnce(member, BONUS_TOKENS.welcome_bonus)
  }

  private act(member: Agent): void {
    member.lastActive = this.month
  }

  private isActive({ lastActive }: Agent): boolean {
    return lastActive > this.month - ACTIVE_MONTHS
  }

  /** The members who are active, as far as the market knows, and what they have. */
  private active(): { members: number; tokens: number } {
    const active = [...this.members, ...this.left].filter((member) => this.isActive(member))
    return { members: active.length, tokens: active.reduce((sum, { tokens }) => sum + tokens, 0) }
  }

  private mintOnce(member: Agent, tokens: number): void {
    this.onceOnly += tokens * 100
    member.tokens += tokens * 100
  }

  private someCategory(): number {
    const place = this.random()
    return this.weights.findIndex((until) => place < until)
  }
}
