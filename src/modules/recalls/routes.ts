import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { createLimiter } from '../../platform/http/limits/limiter.ts'
import { mannerFor } from '../../platform/language/manner.ts'
import { translate } from '../../platform/language/translate.ts'
import { checkRecalls } from './contract.ts'
import { checkSaid } from './demand-compared.ts'

/** As somebody types: more than a batch of ten in a minute. */
const CHECKS = { keyPrefix: 'recall-check', points: 300, duration: 3600 }

export function recallRoutes(api: Api, ctx: Context): void {
  const checks = createLimiter(ctx, CHECKS)
  api.on(checkRecalls, async ({ body, caller, http }) => {
    await checks.consume(caller.id)
    const { banned, recalls, advice } = await checkSaid(ctx, body)
    const { language } = mannerFor(ctx, http)
    return {
      banned: banned && translate(language, banned.reason),
      recalls: recalls.map(({ recall: { key, date, brand, products, models, hazard, url }, by }) => ({
        ...{ key, date, brand, products, models, hazard, url, by },
      })),
      advice: advice && translate(language, advice),
    }
  })
}
