import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { EmailPreferences } from '../contract.ts'
import { findMember, patchMember } from '../member/member.ts'

export async function readPreferences(reader: Reader, memberId: string): Promise<EmailPreferences> {
  const member = await findMember(reader, memberId)
  if (!member) throw new NotSignedIn()
  return { messages: member.mailMessages, purchases: member.mailPurchases }
}

/** What is left out stays. */
export async function updatePreferences(
  ctx: Context,
  memberId: string,
  wanted: { messages?: boolean | undefined; purchases?: boolean | undefined },
): Promise<EmailPreferences> {
  await patchMember(ctx.db, memberId, {
    ...(wanted.messages !== undefined && { mailMessages: wanted.messages }),
    ...(wanted.purchases !== undefined && { mailPurchases: wanted.purchases }),
    updatedAt: ctx.clock.now(),
  })
  return readPreferences(ctx.db, memberId)
}
