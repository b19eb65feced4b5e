import type { Context } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/database.ts'
import { addCategory, categoryPrices, removeCategory, seedCategories, setCategoryPrice } from '../../catalog/index.ts'
import type { CategoryPrice } from '../../catalog/contract.ts'
import { actAsAdmin, type Acted, writeAsAdmin, type Change } from '../log/admin-action.ts'
import type { Step } from '../undo/step.ts'

interface Prices {
  tokenPrice?: number | undefined
  retailPrice?: string | undefined
}

/** Sets what is given; listings that exist keep their price. @throws NotFound UNKNOWN_CATEGORY */
export async function changePrice(
  ctx: Context,
  actorId: string,
  { category, ...prices }: Prices & { category: string },
): Promise<Acted<CategoryPrice>> {
  return actAsAdmin(ctx, actorId, async (trx, now) => {
    const before = (await categoryPrices(trx)).find((row) => row.category === category)
    const after = await setCategoryPrice(trx, { category, ...prices, now })
    return { ...changed('category.update', category, before, after), result: after }
  })
}

/** @throws Conflict CATEGORY_EXISTS */
export async function createCategory(
  ctx: Context,
  actorId: string,
  added: { category: string; tokenPrice: number; retailPrice: string },
): Promise<Acted<CategoryPrice>> {
  return actAsAdmin(ctx, actorId, async (trx, now) => {
    const after = await addCategory(trx, { ...added, now })
    return { ...changed('category.create', added.category, undefined, after), result: after }
  })
}

/** Its listings stay, under its name. @throws Conflict CATEGORY_KEPT, NotFound UNKNOWN_CATEGORY */
export async function deleteCategory(ctx: Context, actorId: string, category: string): Promise<Acted<undefined>> {
  return actAsAdmin(ctx, actorId, async (trx, now) => {
    const before = await removeCategory(trx, { category, now })
    return { ...changed('category.delete', category, before, undefined), result: undefined }
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
): { change: Change; undo: Step[] } {
  const prices = pricesOf(before)
  return {
    change: { action, subject: `category:${category}`, before: prices, after: pricesOf(after) },
    undo: [{ put: 'category', category, prices }],
  }
}

const pricesOf = (row: CategoryPrice | undefined) =>
  row ? { tokenPrice: row.tokenPrice, retailPrice: row.retailPrice } : null

/** A category as it was before an act, or wasn't there. @param was.prices null where it wasn't @throws as the acts */
export async function putCategoryBack(
  trx: Trx,
  { category, prices, now }: { category: string; prices: Required<Prices> | null; now: Date },
): Promise<void> {
  if (prices === null) await removeCategory(trx, { category, now })
  else if ((await categoryPrices(trx)).some((row) => row.category === category))
    await setCategoryPrice(trx, { category, ...prices, now })
  else await addCategory(trx, { category, ...prices, now })
}
