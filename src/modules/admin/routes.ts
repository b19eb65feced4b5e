import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { changePrice, createCategory, deleteCategory, seedMissingCategories } from './change-categories.ts'
import * as contract from './contract.ts'
import { readSettings, updateSettings } from './settings.ts'
import { hasAdmin, setupAdmin } from './setup-admin.ts'

export function adminRoutes(api: Api, ctx: Context): void {
  api.on(contract.adminExists, async () => ({ exists: await hasAdmin(ctx.db) }))
  api.on(contract.setupAdmin, async ({ body, caller }) => {
    await setupAdmin(ctx, { memberId: caller.id, setupToken: body.setupToken })
    return { isAdmin: true } as const
  })
  api.on(contract.getSettings, () => readSettings(ctx.db))
  api.on(contract.updateSettings, ({ body, caller }) => updateSettings(ctx, { actorId: caller.id, ...body }))
  api.on(contract.updateCategoryPrice, ({ params, body, caller }) =>
    changePrice(ctx, caller.id, { category: params.category, ...body }),
  )
  api.on(contract.createCategory, ({ body, caller }) => createCategory(ctx, caller.id, body))
  api.on(contract.deleteCategory, async ({ params, caller }) => {
    await deleteCategory(ctx, caller.id, params.category)
    return undefined
  })
  api.on(contract.seedCategories, async ({ caller }) => {
    const added = await seedMissingCategories(ctx, caller.id)
    return { message: added === 0 ? 'All categories are there already' : `${added} categories added` }
  })
}
