import type fc from 'fast-check'
import { expect } from 'vitest'
import type { Purchase } from '../../modules/purchasing/contract.ts'
import type { User } from '../../modules/identity/contract.ts'
import type { Answer, TestClient } from '../market/client.ts'
import type { TestMarket } from '../market/market.ts'
import { isLapsed, type Reference } from './reference.ts'

/** The real market, and what the reference knows by number. */
export interface Site {
  market: TestMarket
  admin: TestClient
  members: TestClient[]
  /** Ids. */
  listings: string[]
  purchases: { id: string; clientSecret: string }[]
}

export type Step = fc.AsyncCommand<Reference, Site>

/** One step of a walk: done on the site, foretold by the reference; after it both agree on everything. */
export function step(
  name: string,
  how: {
    possible?: (reference: Reference) => boolean
    perform: (site: Site, reference: Reference) => Promise<string>
    /** Changes the reference; answers what {@link told} of the site's answer shall be. */
    foretell: (reference: Reference) => string
  },
): Step {
  return {
    check: (reference) => how.possible?.(reference) ?? true,
    async run(reference, site) {
      const answer = await how.perform(site, reference)
      expect(answer, name).toBe(how.foretell(reference))
      expect(await seen(site, reference), `after: ${name}`).toEqual(foreseen(reference))
    },
    toString: () => name,
  }
}

/** `409 LISTING_TAKEN`, or the status alone where all is well. */
export function told({ status, body }: Answer<unknown>): string {
  const { code } = status < 300 ? {} : (body as { code?: string })
  return code === undefined ? String(status) : `${status} ${code}`
}

/** The numbers of steps start again past the last. */
export const pick = <One>(all: One[], number: number): One => all[number % all.length]!

interface Seen {
  tokens: string
  tokensInEscrow: string
  listings: string[]
  purchases: string[]
}

/** The API's answers to each member: balance, own listings, own purchases. */
function seen({ members, listings, purchases }: Site, reference: Reference): Promise<Seen[]> {
  return Promise.all(
    members.map(async (member, number) => {
      const [user, items, bought] = await Promise.all([
        member.get<User>('/api/auth/user'),
        member.get<{ id: string; status: string }[]>('/api/items/user/me'),
        member.get<Purchase[]>('/api/purchases'),
      ])
      const own = reference.listings.flatMap(({ seller }, listing) => (seller === number ? [listings[listing]] : []))
      return {
        tokens: user.body.tokens,
        tokensInEscrow: user.body.tokensInEscrow,
        listings: own.map((id) => items.body.find((item) => item.id === id)?.status ?? 'not there'),
        purchases: bought.body.map(({ purchaseId, lines, cardRefund }) => {
          const states = lines.map(({ state }) => state).join(' ')
          return `${purchases.findIndex(({ id }) => id === purchaseId)} ${states} ${cardRefund}`
        }),
      }
    }),
  )
}

function foreseen(reference: Reference): Seen[] {
  return reference.members.map(({ free, held }, number) => ({
    tokens: (free / 100).toFixed(2),
    tokensInEscrow: (held / 100).toFixed(2),
    listings: reference.listings.filter(({ seller }) => seller === number).map(({ status }) => status),
    purchases: reference.purchases
      .map((purchase, index) => ({
        ...purchase,
        shown: `${index} ${purchase.lines.map(({ state }) => state).join(' ')} ${(purchase.cents / 100).toFixed(2)}`,
        lapsed: isLapsed(reference, purchase),
      }))
      .filter(
        ({ buyer, state, paidAt, lapsed }) =>
          buyer === number && (paidAt !== null || (state === 'reserved' && !lapsed)),
      )
      .map(({ shown }) => shown)
      .reverse(),
  }))
}
