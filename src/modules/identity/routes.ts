import type { Context } from '../../platform/context.ts'
import { createGeocoder } from '../../platform/geocoder.ts'
import type { Api } from '../../platform/http/api.ts'
import { startSession } from '../../platform/http/session.ts'
import { blockMember, blocksOf, unblockMember } from './member/block.ts'
import * as contract from './contract.ts'
import { describeSite, findDemoMember } from './describe-site.ts'
import { readUser } from './member/member.ts'
import { navigationRoutes } from './sign-in/navigation-routes.ts'
import { oidcRoutes } from './sign-in/oidc-routes.ts'
import { readPreferences, updatePreferences } from './preferences/preferences.ts'
import { codeRequests } from './sign-in/request-code.ts'
import { codeSignIns, type Welcome } from './sign-in/sign-in.ts'
import { unsubscribeRoutes } from './preferences/unsubscribe-routes.ts'
import { updateChildrenAges, updateDefaults, updateName } from './member/update-account.ts'

export { rememberReferral } from './sign-in/cookies.ts'

/** @param options.welcome runs in the transaction that makes somebody a member */
export function identityRoutes(api: Api, ctx: Context, { welcome }: { welcome: Welcome }): void {
  const requestCode = codeRequests(ctx)
  const signIn = codeSignIns(ctx, welcome)
  const geocoder = createGeocoder(ctx.config)

  api.on(contract.getUser, ({ caller }) => readUser(ctx.db, caller.id))
  api.on(contract.requestCode, ({ http, body }) => requestCode(http, body.email))
  api.on(contract.signIn, ({ http, body }) => signIn(http, body))
  api.on(contract.signInAsDemoMember, async ({ http, body }) => {
    const { id } = await findDemoMember(ctx, body.memberId)
    await startSession(http, id)
    return readUser(ctx.db, id)
  })
  api.on(contract.getSite, () => describeSite(ctx))
  api.on(contract.updateName, ({ caller, body }) => updateName(ctx, caller.id, body))
  api.on(contract.updateDefaults, ({ caller, body }) => updateDefaults(ctx, geocoder, caller.id, body))
  api.on(contract.updateChildrenAges, ({ caller, body }) => updateChildrenAges(ctx, caller.id, body))
  api.on(contract.getEmailPreferences, ({ caller }) => readPreferences(ctx.db, caller.id))
  api.on(contract.updateEmailPreferences, ({ caller, body }) => updatePreferences(ctx, caller.id, body))
  api.on(contract.listBlocks, ({ caller }) => blocksOf(ctx.db, caller.id))
  api.on(contract.blockMember, async ({ caller, params }) => {
    await blockMember(ctx, { blockerId: caller.id, blockedId: params.id })
    return undefined
  })
  api.on(contract.unblockMember, async ({ caller, params }) => {
    await unblockMember(ctx, { blockerId: caller.id, blockedId: params.id })
    return undefined
  })
  navigationRoutes(api)
  unsubscribeRoutes(api, ctx)
  oidcRoutes(api, ctx, welcome)
}
