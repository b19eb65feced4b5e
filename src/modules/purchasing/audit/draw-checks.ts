import type { Check } from '../../../platform/audit.ts'
import { words } from '../../../platform/language/words.ts'

/** A draw is drawn as it was published. */
export const DRAW_CHECKS: Check[] = [
  {
    name: 'draws',
    rule: words(
      "a draw's commitment is that of its seed, its digest that of its tickets, and its order what they give",
    ),
    sql: `
      select array[draw.listing_id::text] as ids, coalesce(closed_at, closes_at) as since,
        case when commitment <> hash then 'has a seed of which the commitment is not'
          when tickets_digest <> draw_tickets_digest(draw.listing_id) then 'has other tickets than its digest says'
          else 'has another order than seed and tickets give'
        end as problem
      from draw
      cross join lateral (select encode(sha256(convert_to(seed, 'UTF8')), 'hex') as hash) hashed
      cross join lateral (
        select array_agg(ticket order by place) filter (where place is not null) as places
        from draw_entry where draw_entry.listing_id = draw.listing_id
      ) drawn
      where commitment <> hash
        or tickets_digest <> draw_tickets_digest(draw.listing_id)
        or (places is not null or state = 'drawn') and places is distinct from draw_order(seed, draw.listing_id)`,
  },
]
