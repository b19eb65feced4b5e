import type { Context } from '../../../platform/context.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Api } from '../../../platform/http/api.ts'
import * as contract from '../contract.ts'
import { readUser, type BalanceOf } from '../member/user.ts'
import { enter } from './device.ts'
import { addPasskey, askForNewPasskey, askForPasskey, checkPasskey, type Passkey, passkeysOf } from './passkey.ts'

export function passkeyRoutes(api: Api, ctx: Context, balanceOf: BalanceOf): void {
  api.on(contract.askForPasskey, ({ http }) => askForPasskey(ctx, http))
  api.on(contract.signInWithPasskey, async ({ http, body }) => {
    const { memberId, isFirstUse } = await checkPasskey(ctx, http, body.credential)
    await enter(ctx, http, { memberId, by: isFirstUse ? 'new passkey' : 'passkey' })
    return readUser(ctx.db, { id: memberId, now: ctx.clock.now(), balanceOf })
  })
  api.on(contract.listPasskeys, async ({ caller }) => (await passkeysOf(ctx.db, caller.id)).map(present))
  api.on(contract.askForNewPasskey, ({ caller, http }) => askForNewPasskey(ctx, http, caller.id))
  api.on(contract.addPasskey, async ({ caller, http, body }) =>
    present(await addPasskey(ctx, http, caller.id, body.credential)),
  )
  api.on(contract.removePasskey, async ({ caller, params }) => {
    const removed = await ctx.db('passkey').where({ id: params.id, member_id: caller.id }).delete()
    if (removed === 0) throw new NotFound('There is no such passkey')
  })
}

const present = ({ id, device, createdAt, lastUsedAt }: Passkey): contract.Passkey => ({
  id,
  device,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
