import type { Audited } from '../../../platform/audit.ts'
import { words } from '../../../platform/language/words.ts'

/**
 * Members as a relation that other modules' checks can join; the audit alone reads whole tables. `mailbox` and `mail_domain`
 * are keyed hashes; whoever has no mail domain of their own has null there.
 */
export const MEMBER_ROWS =
  '(select id, referred_by, first_listing_at, current_streak, created_at, updated_at, hash as mailbox, domain_hash as mail_domain from member left join mailbox on member_id = id)'
/** The time from which on bonuses belong to mailboxes. */
export const MAILBOXES_SINCE = '(select created_at from mailbox_key)'

export const IDENTITY_AUDIT: Audited = {
  counts: {
    members: { sql: 'select count(*) from member', said: words('{count, plural, one {# member} other {# members}}') },
  },
  checks: [],
}
