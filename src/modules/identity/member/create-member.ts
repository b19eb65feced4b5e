import { randomBytes } from 'node:crypto'
import type { Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { recordMailbox } from './mailbox-of.ts'
import { findMember, findMemberByEmail, Member } from './member.ts'

export interface NewMember {
  /** Lower case. */
  email: string
  firstName?: string | undefined
  lastName?: string | undefined
  profileImageUrl?: string | undefined
  /** The code of the invitation that they followed; an unknown one is ignored. */
  referralCode?: string | undefined
  oidcSubject?: string | undefined
  /** Makes them a member of the demo neighbourhood, whom anybody may sign in as: a few words about them. */
  demoNote?: string | undefined
  now: Date
}

/** Adds a member; their account is the wallet's. @throws {Conflict} EMAIL_TAKEN */
export async function createMember(trx: Trx, member: NewMember): Promise<Member> {
  const created = await insertMember(trx, member)
  if (!created) throw new Conflict('EMAIL_TAKEN', 'This email address already belongs to a member')
  return created
}

/** The member of that address, made if there is none; of two sign-ups at once the second finds the first's member. */
export async function findOrCreateMember(trx: Trx, member: NewMember): Promise<{ member: Member; created: boolean }> {
  const existing = await findMemberByEmail(trx, member.email)
  if (existing) return { member: existing, created: false }
  const created = await insertMember(trx, member)
  if (created) return { member: created, created: true }
  const other = await findMemberByEmail(trx, member.email)
  if (!other) throw new Error('the member was removed while they signed up')
  return { member: other, created: false }
}

/** Not through objection: of a row that was ignored it returns the input, as if it had been inserted. */
async function insertMember(trx: Trx, member: NewMember): Promise<Member | null> {
  const referrer = member.referralCode === undefined ? undefined : await findReferrer(trx, member.referralCode)
  const [row] = await trx('member')
    .insert({
      email: member.email,
      first_name: member.firstName,
      last_name: member.lastName || null,
      profile_image_url: member.profileImageUrl,
      referral_code: newReferralCode(),
      referred_by: referrer?.id,
      oidc_subject: member.oidcSubject,
      demo_note: member.demoNote,
      created_at: member.now,
      updated_at: member.now,
    })
    .onConflict('email')
    .ignore()
    .returning('id')
  if (!row) return null
  await recordMailbox(trx, { id: row.id, email: member.email })
  return findMember(trx, row.id)
}

async function findReferrer(trx: Trx, code: string): Promise<Member | undefined> {
  return await Member.query(trx).findOne({ referral_code: code.trim().toUpperCase() })
}

/** 50 bits, without letters and digits that are mistaken for each other when read aloud. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
function newReferralCode(): string {
  return Array.from(randomBytes(10), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
}
