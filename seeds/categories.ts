import { seedCategories } from '../src/modules/catalog/index.ts'
import type { Context } from '../src/platform/context.ts'
import { transact } from '../src/platform/database.ts'

/** Adds the six built-in categories where they are missing, and answers how many; never overwrites a price. */
export function seedBuiltInCategories(ctx: Context): Promise<number> {
  return transact(ctx.db, (trx) => seedCategories(trx, ctx.clock.now()))
}
