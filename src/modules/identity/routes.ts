import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { startSession } from '../../platform/http/session/session.ts'
import { blockMember, blocksOf, unblockMember } from './member/block.ts'
import * as contract from './contract.ts'
import { languageOf } from '../../platform/language/language-of.ts'
import type { LastDigest } from '../../platform/sending/mail-layout.ts'
import { readFor } from '../../platform/http/pages/read-for.ts'
import { describeSite, findDemoMember } from './describe-site.ts'
import { readUser, type BalanceOf } from './member/user.ts'
import { navigationRoutes } from './sign-in/navigation-routes.ts'
import { oidcRoutes } from './sign-in/oidc-routes.ts'
import { codeRequests } from './sign-in/request-code.ts'
import { codeSignIns, type OpenAccount } from './sign-in/sign-in.ts'
import { passkeyRoutes } from './sign-in/passkey-routes.ts'
import type { CloseCalendarFeed } from './sign-in/sign-out-everywhere.ts'
import { sessionRoutes } from './sign-in/session-routes.ts'
import { lookUpLimiter } from '../../platform/http/limits/look-ups.ts'
import { updateChildrenAges, updateChildrenBorn, updateDefaults, updateMe } from './member/update-account.ts'

export { rememberReferral } from './sign-in/cookies.ts'

/** Functions of other modules: identity calls none by itself. */
interface Others {
  openAccount: OpenAccount
  balanceOf: BalanceOf
  closeCalendarFeed: CloseCalendarFeed
  lastDigest: LastDigest
}

export function identityRoutes(
  api: Api,
  ctx: Context,
  { openAccount, balanceOf, closeCalendarFeed, lastDigest }: Others,
): void {
  const requestCode = codeRequests(ctx, lastDigest)
  const signIn = codeSignIns(ctx, openAccount)
  const user = (id: string) => readUser(ctx.db, { id, now: ctx.clock.now(), balanceOf })

  api.on(contract.getUser, ({ caller }) => user(caller.id))
  api.on(contract.requestCode, ({ http, body }) => requestCode(http, body.email))
  api.on(contract.signIn, async ({ http, body }) => user(await signIn(http, body)))
  api.on(contract.signInAsDemoMember, async ({ http, body }) => {
    const { id } = await findDemoMember(ctx, body.memberId)
    await startSession(http, { memberId: id, proved: false, now: ctx.clock.now() })
    return user(id)
  })
  api.on(contract.getSite, ({ http }) => readFor(ctx, http, (db) => describeSite({ ...ctx, db }, languageOf(http))))
  const lookUps = lookUpLimiter(ctx)
  api.on(contract.updateMe, async ({ caller, body }) => {
    await updateMe(ctx, caller.id, body, lookUps)
    return user(caller.id)
  })
  api.on(contract.updateDefaults, async ({ caller, body }) => {
    await updateDefaults(ctx, caller.id, body, lookUps)
    return user(caller.id)
  })
  api.on(contract.updateChildrenAges, async ({ caller, body }) => {
    await updateChildrenAges(ctx, caller.id, body)
    return user(caller.id)
  })
  api.on(contract.updateChildrenBorn, async ({ caller, body }) => {
    await updateChildrenBorn(ctx, caller.id, body)
    return user(caller.id)
  })
  api.on(contract.listBlocks, ({ caller }) => blocksOf(ctx.db, caller.id))
  api.on(contract.blockMember, ({ caller, params }) => blockMember(ctx, { blockerId: caller.id, blockedId: params.id }))
  api.on(contract.unblockMember, ({ caller, params }) =>
    unblockMember(ctx, { blockerId: caller.id, blockedId: params.id }),
  )
  navigationRoutes(api)
  sessionRoutes(api, ctx, closeCalendarFeed)
  passkeyRoutes(api, ctx, balanceOf)
  oidcRoutes(api, ctx, openAccount)
}
