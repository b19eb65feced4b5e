import type { Context } from '../../../platform/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import { addToBasket, mergeBaskets, removeFromBasket } from './change-basket.ts'
import * as contract from './contract.ts'
import { exampleBasket } from './example-basket.ts'
import { basketsOf, readBaskets } from './read-baskets.ts'

export function basketRoutes(api: Api, ctx: Context): void {
  const { db } = ctx
  api.on(contract.listBaskets, ({ caller }) => readBaskets(db, caller.id))
  api.on(contract.previewBaskets, ({ query, caller }) =>
    basketsOf(
      db,
      query.ids.map((id) => ({ id })),
      caller?.id,
    ),
  )
  api.on(contract.exampleBasket, () => exampleBasket(ctx))
  api.on(contract.addToBasket, async ({ params, caller }) => {
    await addToBasket(ctx, { memberId: caller.id, itemId: params.id })
    return readBaskets(db, caller.id)
  })
  api.on(contract.removeFromBasket, async ({ params, caller }) => {
    await removeFromBasket(ctx.db, { memberId: caller.id, itemIds: [params.id] })
    return readBaskets(db, caller.id)
  })
  api.on(contract.mergeBaskets, async ({ body, caller }) => {
    const refused = await mergeBaskets(ctx, { memberId: caller.id, itemIds: body.itemIds })
    const { baskets, gone } = await readBaskets(db, caller.id)
    return { baskets, gone: [...gone, ...refused] }
  })
}
