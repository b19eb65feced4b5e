import { z } from 'zod'
import { words } from '../../../platform/language/words.ts'
import { endpoint } from '../../../platform/endpoint.ts'
import { CATALOG_CODES, itemParams, ListingCard } from '../../catalog/contract.ts'
import { IDENTITY_CODES } from '../../identity/contract.ts'
import { MAX_BASKET_LINES } from '../constants.ts'
import { PURCHASING_CODES } from '../contract.ts'

export const BASKET_CODES = { BASKET_FULL: 'BASKET_FULL' } as const

/** A listing with what it costs in tokens, as decimal strings: `tokenTotal` is its price with the fee. */
const Priced = ListingCard.extend({ tokenFee: z.string(), tokenTotal: z.string() })

/** While somebody is paying for it, neighbour or reader, it doesn't count: it comes back or is gone. */
export const BasketLine = Priced.extend({ reservedBy: z.enum(['you', 'somebody']).nullable() })
export type BasketLine = z.infer<typeof BasketLine>

/** Something else of the same seller's; `tokenTotal` and `cardAmount` are what it adds. */
export const BasketOffer = Priced.extend({ cardAmount: z.string() })
export type BasketOffer = z.infer<typeof BasketOffer>

/** A seller's lines for one order. `cardAmount` is in the market's currency; both sums leave out what is reserved. */
export const Basket = z.object({
  seller: z.object({ id: z.uuid(), firstName: z.string().nullable() }),
  lines: z.array(BasketLine),
  tokenTotal: z.string(),
  cardAmount: z.string(),
  others: z.array(BasketOffer),
})
export type Basket = z.infer<typeof Basket>

export const Baskets = z.object({
  baskets: z.array(Basket),
  /** Listings that can't be bought any more. They count nowhere and stay here until they are taken out. */
  gone: z.array(z.object({ id: z.uuid(), message: z.string() })),
})
export type Baskets = z.infer<typeof Baskets>

const FULL = words('Pickups can hold up to {maximum, plural, one {# item} other {# items}}')
const LONGEST = 40 * MAX_BASKET_LINES
const Ids = z
  .array(z.uuid())
  .max(MAX_BASKET_LINES, FULL)
  .transform((ids) => [...new Set(ids)])

export const listBaskets = endpoint({
  method: 'GET',
  path: '/api/baskets',
  summary: "What the signed-in member means to buy, a basket for each seller, with some of the seller's other items.",
  access: 'member',
  response: Baskets,
})
export const addToBasket = endpoint({
  method: 'PUT',
  path: '/api/baskets/items/:id',
  summary: 'Puts a listing into the basket of its seller; it is not reserved by that. Twice is once.',
  access: 'member',
  startsNew: true,
  changes: 'One line more in the basket. Nothing is reserved.',
  params: itemParams,
  response: Baskets,
  errors: {
    403: [PURCHASING_CODES.OWN_LISTING, IDENTITY_CODES.BLOCKED],
    404: [CATALOG_CODES.LISTING_NOT_FOUND],
    409: [PURCHASING_CODES.LISTING_TAKEN, PURCHASING_CODES.ALREADY_PAID, BASKET_CODES.BASKET_FULL],
  },
})
export const removeFromBasket = endpoint({
  method: 'DELETE',
  path: '/api/baskets/items/:id',
  summary: 'Takes a listing out of its basket, whether it was in there or not.',
  access: 'member',
  startsNew: false,
  changes: 'One line less in the basket.',
  params: itemParams,
  response: Baskets,
})
export const mergeBaskets = endpoint({
  method: 'POST',
  path: '/api/baskets/merge',
  summary: 'Adds what a visitor has gathered before signing in; `gone` also names what could not be added.',
  access: 'member',
  startsNew: false,
  changes: 'The lines that could be added are in the baskets. Nothing is reserved.',
  body: z.strictObject({ itemIds: Ids }),
  response: Baskets,
})
export const previewBaskets = endpoint({
  method: 'GET',
  path: '/api/baskets/preview',
  summary: 'The baskets that these listings make: their ids with commas between. Nothing is kept.',
  access: 'public',
  query: z.strictObject({
    ids: z
      .string()
      .refine(({ length }) => length <= LONGEST, { message: FULL, params: { maximum: MAX_BASKET_LINES }, abort: true })
      .meta({ maxLength: LONGEST })
      .transform((ids) => ids.split(','))
      .pipe(Ids),
  }),
  response: Baskets,
})
export const exampleBasket = endpoint({
  method: 'GET',
  path: '/api/baskets/example',
  summary: 'Five baby outfits of one size from one neighbour of the demo; empty where there is no demo.',
  access: 'public',
  response: z.object({ itemIds: z.array(z.uuid()) }),
})
