import type { Context } from '../../../platform/context.ts'
import type { Http } from '../../../platform/http/http.ts'
import type { Api } from '../../../platform/http/api.ts'
import { languageOf } from '../../../platform/language/language-of.ts'
import { addToBasket, mergeBaskets, removeFromBasket } from './change-basket.ts'
import * as contract from './contract.ts'
import { exampleBasket } from './example-basket.ts'
import { basketsOf, readBaskets } from './read-baskets.ts'

export function basketRoutes(api: Api, ctx: Context): void {
  const { db, site } = ctx
  const shown = (http: Http) => ({ language: languageOf(http), cardFee: site.cardFee })
  api.on(contract.listBaskets, ({ caller, http }) => readBaskets(db, caller.id, shown(http)))
  api.on(contract.previewBaskets, ({ query, caller, http }) =>
    basketsOf(
      db,
      query.ids.map((id) => ({ id })),
      { viewerId: caller?.id, ...shown(http) },
    ),
  )
  api.on(contract.exampleBasket, () => exampleBasket(ctx))
  api.on(contract.addToBasket, async ({ params, caller, http }) => {
    await addToBasket(ctx, { memberId: caller.id, itemId: params.id })
    return readBaskets(db, caller.id, shown(http))
  })
  api.on(contract.removeFromBasket, async ({ params, caller, http }) => {
    await removeFromBasket(ctx.db, { memberId: caller.id, itemIds: [params.id] })
    return readBaskets(db, caller.id, shown(http))
  })
  api.on(contract.mergeBaskets, async ({ body, caller, http }) => {
    const language = languageOf(http)
    const refused = await mergeBaskets(ctx, { memberId: caller.id, itemIds: body.itemIds, language })
    const { baskets, gone } = await readBaskets(db, caller.id, shown(http))
    return { baskets, gone: [...gone, ...refused] }
  })
}
