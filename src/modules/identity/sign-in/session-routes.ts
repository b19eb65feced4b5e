import type { Context } from '../../../platform/context.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Api } from '../../../platform/http/api.ts'
import { endSession, endSessionOf, sessionRow, sessionsOf } from '../../../platform/http/session/session.ts'
import * as contract from '../contract.ts'
import { type CloseCalendarFeed, signOutEverywhere } from './sign-out-everywhere.ts'

/** Where a member is signed in, and how they end it from elsewhere. */
export function sessionRoutes(api: Api, ctx: Context, closeCalendarFeed: CloseCalendarFeed): void {
  const { db } = ctx
  api.on(contract.listSessions, async ({ caller, http }) => {
    const current = sessionRow(http)
    const sessions = await sessionsOf(db, caller.id)
    return sessions.map(({ id, device, startedAt }) => ({ id, device, startedAt, current: id === current }))
  })
  api.on(contract.endSession, async ({ caller, params, http }) => {
    if (!(await endSessionOf(db, caller.id, params.id))) throw new NotFound('You are not signed in there any more')
    if (params.id === sessionRow(http)) endSession(http)
  })
  api.on(contract.endSessions, async ({ caller, http }) => {
    await signOutEverywhere(ctx, closeCalendarFeed, caller.id)
    endSession(http)
  })
}
