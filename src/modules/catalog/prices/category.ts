import type { Reader, Tables, Trx } from '../../../platform/database.ts'
import { formatHundredths, parseHundredths } from '../../../platform/decimal.ts'
import { AppError, Conflict, NotFound } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { BUILT_IN_CATEGORIES, CATALOG_CODES, type CategoryPrice } from '../contract.ts'

/** Whole tokens here; typical price when new, US dollars as text. */
export type Price = Pick<CategoryPrice, 'tokenPrice' | 'retailPrice'>

/** The price of a category that has no row of its own, in whole tokens. */
const DEFAULT_TOKEN_PRICE = 3

const BUILT_IN_PRICES: Record<(typeof BUILT_IN_CATEGORIES)[number], Price> = {
  'baby-clothes': { tokenPrice: 3, retailPrice: '25.00' },
  appliances: { tokenPrice: 8, retailPrice: '80.00' },
  household: { tokenPrice: 3, retailPrice: '30.00' },
  toys: { tokenPrice: 3, retailPrice: '25.00' },
  furniture: { tokenPrice: 10, retailPrice: '150.00' },
  other: { tokenPrice: 3, retailPrice: '25.00' },
}

type CategoryRow = Tables['category_price']

const present = (row: CategoryRow): CategoryPrice => ({
  id: row.id,
  category: row.category,
  tokenPrice: row.token_price,
  retailPrice: formatHundredths(row.retail_price),
  updatedAt: row.updated_at.toISOString(),
})

const isBuiltIn = (category: string) => (BUILT_IN_CATEGORIES as readonly string[]).includes(category)

/** Every category that has a price: the built-in ones in their usual order, then the admin's by name. */
export async function categoryPrices(reader: Reader): Promise<CategoryPrice[]> {
  const rows = await reader('category_price')
    .whereNull('removed_at')
    .orderByRaw('array_position(?::text[], category), category', [[...BUILT_IN_CATEGORIES]])
  return rows.map(present)
}

/** The highest price that any category has, in hundredths of a token. */
export async function dearestPrice(reader: Reader): Promise<bigint> {
  const prices = await reader('category_price').whereNull('removed_at').pluck('token_price')
  return BigInt(Math.max(DEFAULT_TOKEN_PRICE, ...prices)) * 100n
}

/**
 * The highest price of a listing in `category` now, in hundredths of a token. The category can't be removed before
 * `trx` ends.
 * @throws AppError UNKNOWN_CATEGORY 400 when there never was such a category, Conflict 409 when it has been removed
 */
export async function priceLimit(trx: Trx, category: string): Promise<bigint> {
  const row = await trx('category_price').where({ category }).forShare().first()
  return BigInt(currentPrice(category, row).tokenPrice) * 100n
}

/**
 * The prices of things of `category`: whole tokens here, US dollars when new (`"0.00"` if unknown).
 * @throws as `priceLimit`
 */
export async function priceOf(reader: Reader, category: string): Promise<Price> {
  return currentPrice(category, await reader('category_price').where({ category }).first())
}

function currentPrice(category: string, row: CategoryRow | undefined): Price {
  if (row && row.removed_at === null) {
    return { tokenPrice: row.token_price, retailPrice: formatHundredths(row.retail_price) }
  }
  if (isBuiltIn(category)) return { tokenPrice: DEFAULT_TOKEN_PRICE, retailPrice: '0.00' }
  if (row) throw new Conflict(CATALOG_CODES.UNKNOWN_CATEGORY, 'This category was removed. Please choose another one.')
  const message = words('Unknown category')
  throw new AppError(CATALOG_CODES.UNKNOWN_CATEGORY, 400, message, { details: [{ path: ['category'], message }] })
}

/**
 * Sets what is given; listings that exist keep their price. `retailPrice` is decimal text in US dollars.
 * @throws NotFound UNKNOWN_CATEGORY
 */
export async function setCategoryPrice(
  trx: Trx,
  change: { category: string; tokenPrice?: number | undefined; retailPrice?: string | undefined; now: Date },
): Promise<CategoryPrice> {
  const [row] = await trx('category_price')
    .where({ category: change.category })
    .whereNull('removed_at')
    .update({
      ...(change.tokenPrice !== undefined && { token_price: change.tokenPrice }),
      ...(change.retailPrice !== undefined && { retail_price: parseHundredths(change.retailPrice) }),
      updated_at: change.now,
    })
    .returning('*')
  if (!row) throw new NotFound('There is no such category', CATALOG_CODES.UNKNOWN_CATEGORY)
  return present(row)
}

/** Adds a category, or brings a removed one back. @throws Conflict CATEGORY_EXISTS */
export async function addCategory(
  trx: Trx,
  category: { category: string; tokenPrice: number; retailPrice: string; now: Date },
): Promise<CategoryPrice> {
  const [row] = await insertWhereMissing(trx, [category], category.now)
  if (!row) throw new Conflict(CATALOG_CODES.CATEGORY_EXISTS, 'There is a category of this name already')
  return present(row)
}

/** Removes a category; its listings stay under its name. @throws Conflict CATEGORY_KEPT, NotFound UNKNOWN_CATEGORY */
export async function removeCategory(
  trx: Trx,
  { category, now }: { category: string; now: Date },
): Promise<CategoryPrice> {
  if (category === 'other') throw new Conflict(CATALOG_CODES.CATEGORY_KEPT, "The category 'other' can't be deleted")
  const [row] = await trx('category_price')
    .where({ category })
    .whereNull('removed_at')
    .update({ removed_at: now, updated_at: now })
    .returning('*')
  if (!row) throw new NotFound('There is no such category', CATALOG_CODES.UNKNOWN_CATEGORY)
  return present(row)
}

/** Adds the built-in categories that are missing and answers how many; never overwrites a price. */
export async function seedCategories(trx: Trx, now: Date): Promise<number> {
  const builtIn = BUILT_IN_CATEGORIES.map((category) => ({ category, ...BUILT_IN_PRICES[category] }))
  return (await insertWhereMissing(trx, builtIn, now)).length
}

async function insertWhereMissing(
  trx: Trx,
  categories: { category: string; tokenPrice: number; retailPrice: string }[],
  now: Date,
): Promise<CategoryRow[]> {
  return trx('category_price')
    .insert(
      categories.map(({ category, tokenPrice, retailPrice }) => ({
        category,
        token_price: tokenPrice,
        retail_price: parseHundredths(retailPrice),
        updated_at: now,
        removed_at: null,
      })),
    )
    .onConflict('category')
    .merge()
    .whereRaw('category_price.removed_at is not null')
    .returning('*')
}
