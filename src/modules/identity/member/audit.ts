import type { Audited } from '../../../platform/audit.ts'

/** Members as a relation that other modules' checks can join; the audit alone reads whole tables. */
export const MEMBER_ROWS =
  '(select id, referred_by, first_listing_at, current_streak, created_at, updated_at, hash as mailbox from member left join mailbox on member_id = id)'
/** Since when bonuses belong to mailboxes. */
export const MAILBOXES_SINCE = '(select created_at from mailbox_key)'

export const IDENTITY_AUDIT: Audited = { counts: { members: 'select count(*) from member' }, checks: [] }
