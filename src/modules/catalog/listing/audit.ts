import type { Audited } from '../../../platform/audit.ts'

/** Listings as a relation that other modules' checks can join. */
export const LISTING_ROWS = `(
  select id, seller_id, status, buyer_id, tokens_in_escrow, purchased_at, delivery_confirmed_at, created_at, updated_at
  from listing
)`

export const CATALOG_AUDIT: Audited = { counts: { listings: 'select count(*) from listing' }, checks: [] }
