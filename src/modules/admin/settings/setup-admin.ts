import type { Context } from '../../../platform/context.ts'
import { transact, type Reader, type Trx } from '../../../platform/database.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import { say } from '../../../platform/language/words.ts'
import { findMemberByEmail, grantAdmin, requireMember } from '../../identity/index.ts'
import { recordChange } from '../log/admin-action.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import { useSetupToken } from './setup-token.ts'

/** Whether there has ever been an admin; stays true even if they leave. */
export async function hasAdmin(reader: Reader): Promise<boolean> {
  return (await reader('admin_setup').first()) !== undefined
}

/**
 * The first who asks becomes the admin. Of many at once the unique row of `admin_setup` lets one through; on a public
 * site that one also needs the token of `market setup-token`.
 * @throws Conflict ADMIN_EXISTS for everybody else
 * @throws Forbidden SETUP_TOKEN_WRONG
 */
export async function setupAdmin(
  ctx: Context,
  { memberId, setupToken }: { memberId: string; setupToken?: string | undefined },
): Promise<void> {
  await transact(ctx.db, async (trx) => {
    await requireMember(trx, memberId)
    const now = ctx.clock.now()
    if (!(await closeSetup(trx, { memberId, now }))) {
      throw new Conflict(ADMIN_CODES.ADMIN_EXISTS, 'An admin exists already')
    }
    if (ctx.config.production) await useSetupToken(trx, { token: setupToken ?? '', now })
    await grantAdmin(trx, { memberId })
    await recordChange(trx, { ...granted(memberId), actorId: memberId, action: 'admin.setup', now })
  })
}

/**
 * Makes a member admin on an operator's word. Setup is over from then on.
 * @param input.email in lower case
 * @returns false when they are admin already
 * @throws NotFound when there is no such member
 */
export async function promoteAdmin(trx: Trx, { email, now }: { email: string; now: Date }): Promise<boolean> {
  const member = await findMemberByEmail(trx, email)
  if (!member)
    throw new NotFound(say('There is no member with the address {email}: they have to sign in once first', { email }))
  if (member.isAdmin) return false
  await closeSetup(trx, { memberId: member.id, now })
  await grantAdmin(trx, { memberId: member.id })
  await recordChange(trx, { ...granted(member.id), actorId: null, action: 'admin.promote', now })
  return true
}

/** True for exactly one caller ever; concurrent ones wait for the first. */
async function closeSetup(trx: Trx, { memberId, now }: { memberId: string; now: Date }): Promise<boolean> {
  const rows = await trx('admin_setup')
    .insert({ member_id: memberId, created_at: now })
    .onConflict()
    .ignore()
    .returning('only_row')
  return rows.length > 0
}

function granted(memberId: string) {
  return { subject: `member:${memberId}`, before: { isAdmin: false }, after: { isAdmin: true } }
}
