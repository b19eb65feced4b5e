import type { Context } from '../../../platform/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import * as contract from './contract.ts'
import { enterDraw, leaveDraw } from './enter-draw.ts'
import { presentDraw } from './present-draw.ts'

export function drawRoutes(api: Api, ctx: Context): void {
  api.on(contract.readDraw, ({ params, caller }) => presentDraw(ctx.db, params.id, caller?.id))
  api.on(contract.enterDraw, async ({ params, caller }) => {
    await enterDraw(ctx, { listingId: params.id, memberId: caller.id })
    return presentDraw(ctx.db, params.id, caller.id)
  })
  api.on(contract.leaveDraw, async ({ params, caller }) => {
    await leaveDraw(ctx, { listingId: params.id, memberId: caller.id })
    return presentDraw(ctx.db, params.id, caller.id)
  })
}
