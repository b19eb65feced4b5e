import type { Audited } from '../../../platform/audit.ts'

/** Members as a relation that other modules' checks can join; the audit alone reads whole tables. */
export const MEMBER_ROWS =
  '(select id, referred_by, first_listing_at, current_streak, created_at, updated_at from member)'

export const IDENTITY_AUDIT: Audited = { counts: { members: 'select count(*) from member' }, checks: [] }
