import type { Check } from '../../../platform/audit.ts'
import { words } from '../../../platform/language/words.ts'

/** Each night with how far the night before went. */
const NIGHTS = `(
  select *, row_number() over nights as place, coalesce(lag(size) over nights, 0) as size_before,
    coalesce(lag(mint_version) over nights, 0) as mint_before, coalesce(lag(escrow_version) over nights, 0) as escrow_before
  from ledger_digest window nights as (order by night)
)`

/** The digest of each night is still that of the ledger. */
export const DIGEST_CHECKS: Check[] = [
  {
    name: 'digests',
    rule: words("each night's digest is the root of the tree, goes further than the one before, and none is missing"),
    sql: `
      select array[night] as ids, taken_at as since,
        case when root is distinct from ledger_root(size) then 'is not what the tree comes to'
          when number <> place then 'is not number ' || place || ', which it would be with every night there'
          else 'does not go further than the night before'
        end as problem
      from ${NIGHTS} night
      where root is distinct from ledger_root(size) or number <> place or mint_version < mint_before or escrow_version < escrow_before
      union all
      select array['ledger_tile'], null, format('the tree has %s leaves, the last digest %s', leaves, size)
      from (select coalesce(sum(length(hashes)), 0) / 32 as leaves from ledger_tile where level = 0) tree,
        (select coalesce(max(size), 0) as size from ledger_digest) last
      where leaves <> size`,
  },
  {
    name: 'digests-leaves',
    rule: words('each transfer of a digest is what its leaf says'),
    sql: `
      select array[leaf.transfer_id] as ids, night.taken_at as since, 'is not what the digest says' as problem
      from ${NIGHTS} night
      cross join lateral ledger_leaves(mint_before, mint_version, escrow_before, escrow_version) leaf
      join ledger_salt on ledger_salt.account_id = leaf.account_id and salt is not null
      left join ledger_tile tile on tile.level = 0 and tile.number = (size_before + leaf.place) / 256
      where substr(tile.hashes, ((size_before + leaf.place) % 256)::int * 32 + 1, 32)
        is distinct from ledger_leaf(salt, leaf.facts)`,
  },
  {
    name: 'digests-tree',
    rule: words('each hash of the tree is that of the row below it'),
    sql: `
      select array[format('level %s, row %s', below.level, below.number)] as ids, null::timestamptz as since,
        'comes to something else than stands above it' as problem
      from ledger_tile below
      left join ledger_tile above on above.level = below.level + 1 and above.number = below.number / 256
      where length(below.hashes) = 8192
        and substr(above.hashes, (below.number % 256)::int * 32 + 1, 32) is distinct from merkle_root(below.hashes)`,
  },
]
