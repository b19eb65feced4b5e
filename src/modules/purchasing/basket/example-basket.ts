import type { Context } from '../../../platform/context.ts'
import { findOutfits } from '../../catalog/index.ts'
import { demoMemberIds } from '../../identity/index.ts'

/** The home page's comparison buys as many at a time. */
const OUTFITS = 5

/** Outfits of one size that a neighbour of the demo has, to be bought in one order; none where there is no demo. */
export async function exampleBasket({ config, db }: Context): Promise<{ itemIds: string[] }> {
  if (!config.demo) return { itemIds: [] }
  return { itemIds: await findOutfits(db, { sellerIds: await demoMemberIds(db), count: OUTFITS }) }
}
