/**
 * Members who have listed, sold or bought in the 90 days before `until`, an SQL expression, as a relation of
 * `member_id`. A listing is taken when it counts, a purchase when tokens are held for it: both are noted once and for
 * all.
 */
export const activeMembers = (until: string) => `(
  select member_id from activity
  where counted_at >= ${until} - interval '2160 hours' and counted_at < ${until}
  union
  select case kind when 'hold' then debit else credit end from transfer
  where kind in ('hold', 'release') and created_at >= ${until} - interval '2160 hours' and created_at < ${until}
)`
