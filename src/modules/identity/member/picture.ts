import type { Reader, Trx } from '../../../platform/database.ts'
import { Member, patchMember } from './member.ts'

/**
 * @param picture.url of a photo on this site, or null for none
 * @throws NotSignedIn when they have left
 */
export async function setPicture(
  trx: Trx,
  { memberId, url, now }: { memberId: string; url: string | null; now: Date },
): Promise<void> {
  await patchMember(trx, memberId, { profileImageUrl: url, updatedAt: now })
}

export async function picturesOf(reader: Reader, memberIds: string[]): Promise<Set<string>> {
  const members = await Member.query(reader)
    .findByIds([...new Set(memberIds)])
    .whereNotNull('profile_image_url')
  return new Set(members.flatMap((member) => member.profileImageUrl ?? []))
}
