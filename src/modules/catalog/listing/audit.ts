import type { Audited } from '../../../platform/audit.ts'
import { PENDING_JOBS } from '../../../platform/jobs/job-report.ts'
import { words } from '../../../platform/language/words.ts'

/** Listings as a relation that other modules' checks can join. */
export const LISTING_ROWS = `(
  select id, seller_id, status, buyer_id, tokens_in_escrow, purchased_at, delivery_confirmed_at, claimed_at, withdrawn_at,
    hidden_at, created_at, updated_at
  from listing
)`

export const CATALOG_AUDIT: Audited = {
  counts: {
    listings: {
      sql: 'select count(*) from listing',
      said: words('{count, plural, one {# listing} other {# listings}}'),
    },
  },
  checks: [
    {
      name: 'photo-sizes',
      rule: words('a photo has its small sizes, or a job is still at it'),
      sql: `
        select array[id::text] as ids, created_at as since, 'has no small sizes, and no job makes them' as problem
        from photo where variants_at is null and discarded_at is null and not exists (
          select from ${PENDING_JOBS} job
          where job.name = 'catalog.make-photo-variants' and job.data ->> 'photoId' = photo.id::text
        )`,
    },
  ],
}
