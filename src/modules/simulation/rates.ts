/** The behaviour of members of a modelled market. Why these figures: docs/economy.md. */
export interface Rates {
  members: number
  /** The number of things that a member looks for in a month, and of those they outgrow. */
  wants: number
  outgrown: number
  /** Share of the members who leave in a month; as many others join. */
  leaving: number
  /** Share of those who join by a friend's link. */
  invited: number
  /** Tokens above which a member sees no need to list; each has one between half of it and one and a half. */
  threshold: number
  /** The chance that a listed thing of the right category is the one that somebody looks for. */
  fits: number
  /** The share of what a member has to give that they get round to listing in a week. */
  effort: number
  /** The same for a member who needs no tokens: some list what is in the way all the same. */
  effortAnyway: number
  /** Share of what is listed that goes elsewhere in a week. */
  withdrawn: number
  /** Percent of the price. */
  fee: number
  /** Categories of things, by how often they are looked for and outgrown, with the price in whole tokens. */
  categories: { name: string; weight: number; price: number }[]
  /** A market that is there already: tokens for each member on average, and what stands on its shelves. */
  start?: { tokens: number; listings: number }
}

export const RATES: Rates = {
  members: 200,
  wants: 2.5,
  outgrown: 3,
  leaving: 0.015,
  invited: 0.25,
  threshold: 80,
  fits: 0.025,
  effort: 0.35,
  effortAnyway: 0.02,
  withdrawn: 0.08,
  fee: 0.5,
  categories: [
    { name: 'baby-clothes', weight: 40, price: 3 },
    { name: 'toys', weight: 25, price: 3 },
    { name: 'household', weight: 12, price: 3 },
    { name: 'other', weight: 11, price: 3 },
    { name: 'furniture', weight: 7, price: 10 },
    { name: 'appliances', weight: 5, price: 8 },
  ],
}
