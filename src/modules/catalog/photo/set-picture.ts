import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { setPicture as setMembersPicture } from '../../identity/index.ts'

/** Makes that photo the member's own picture; the one before becomes an orphan, as a listing's would. */
export async function setPicture(
  ctx: Context,
  { memberId, url }: { memberId: string; url: string | undefined },
): Promise<{ profileImageUrl: string }> {
  if (url === undefined) throw new Error('an upload without a photo')
  await removeOrSetPicture(ctx, memberId, url)
  return { profileImageUrl: url }
}

/** The site shows the first letter of the name again. */
export async function removePicture(ctx: Context, memberId: string): Promise<void> {
  await removeOrSetPicture(ctx, memberId, null)
}

async function removeOrSetPicture(ctx: Context, memberId: string, url: string | null): Promise<void> {
  await transact(ctx.db, (trx) => setMembersPicture(trx, { memberId, url, now: ctx.clock.now() }))
}
