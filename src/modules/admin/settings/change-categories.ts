import type { Context } from '../../../platform/context.ts'
import { addCategory, categoryPrices, removeCategory, seedCategories, setCategoryPrice } from '../../catalog/index.ts'
import type { CategoryPrice } from '../../catalog/contract.ts'
import { writeAsAdmin, type Change } from '../log/admin-action.ts'

interface Prices {
  tokenPrice?: number | undefined
  retailPrice?: string | undefined
}

/** Sets what is given; listings that exist keep their price. @throws NotFound UNKNOWN_CATEGORY */
export async function changePrice(
  ctx: Context,
  actorId: string,
  { category, ...prices }: Prices & { category: string },
): Promise<CategoryPrice> {
  return writeAsAdmin(ctx, actorId, async (trx, now) => {
    const before = (await categoryPrices(trx)).find((row) => row.category === category)
    const after = await setCategoryPrice(trx, { category, ...prices, now })
    return { change: changed('category.update', category, before, after), result: after }
  })
}

/** @throws Conflict CATEGORY_EXISTS */
export async function createCategory(
  ctx: Context,
  actorId: string,
  added: { category: string; tokenPrice: number; retailPrice: string },
): Promise<CategoryPrice> {
  return writeAsAdmin(ctx, actorId, async (trx, now) => {
    const after = await addCategory(trx, { ...added, now })
    return { change: changed('category.create', added.category, undefined, after), result: after }
  })
}

/** Its listings stay, under its name. @throws Conflict CATEGORY_KEPT, NotFound UNKNOWN_CATEGORY */
export async function deleteCategory(ctx: Context, actorId: string, category: string): Promise<void> {
  await writeAsAdmin(ctx, actorId, async (trx, now) => {
    const before = await removeCategory(trx, { category, now })
    return { change: changed('category.delete', category, before, undefined), result: undefined }
  })
}

/** Adds the built-in categories that are missing, and answers how many. `actorId` is null for the command line. */
export async function seedMissingCategories(ctx: Context, actorId: string | null): Promise<number> {
  return writeAsAdmin(ctx, actorId, async (trx, now) => {
    const added = await seedCategories(trx, now)
    return { change: { action: 'category.seed', subject: 'categories', before: null, after: { added } }, result: added }
  })
}

function changed(
  action: string,
  category: string,
  before: CategoryPrice | undefined,
  after: CategoryPrice | undefined,
): Change {
  return { action, subject: `category:${category}`, before: pricesOf(before), after: pricesOf(after) }
}

function pricesOf(row: CategoryPrice | undefined): Prices | null {
  return row ? { tokenPrice: row.tokenPrice, retailPrice: row.retailPrice } : null
}
