import type { Trx } from '../../../platform/database.ts'
import { Member } from './member.ts'

/** @param picture.url of a photo on this site, or null for none */
export async function setPicture(
  trx: Trx,
  { memberId, url, now }: { memberId: string; url: string | null; now: Date },
): Promise<void> {
  await Member.query(trx).findById(memberId).patch({ profileImageUrl: url, updatedAt: now })
}
