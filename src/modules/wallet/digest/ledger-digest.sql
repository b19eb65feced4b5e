-- after src/modules/wallet/ledger/append-only.sql

-- A transfer as its leaf says it, a line each: what it was, what it did to the account of `side`, when, and what for.
create or replace function ledger_facts(transfer transfer, side entry) returns text
language sql stable
return concat_ws(e'\n', side.account_id, side.version, side.amount, side.balance_after, transfer.id, transfer.kind,
  to_char(transfer.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  coalesce(transfer.facts::text, transfer.description));

-- The transfers that the mint and escrow have as entries after `mint_from` and `escrow_from`, up to `mint_to` and
-- `escrow_to`, numbered from 0: a night's leaves. Both accounts number their entries as they are committed, so this never
-- changes. `account_id` is the other side, whose salt the leaf has; `facts` is what else is hashed.
create or replace function ledger_leaves(mint_from bigint, mint_to bigint, escrow_from bigint, escrow_to bigint)
returns table (place bigint, transfer_id text, account_id uuid, facts text)
language sql stable
as $$
  select
    case when own.account_id = 'ffffffff-ffff-4fff-bfff-fffffffffff3'
      then own.version - mint_from - 1
      else mint_to - mint_from + own.version - escrow_from - 1
    end,
    own.transfer_id,
    other.account_id,
    ledger_facts(transfer, other)
  from entry own
  join transfer on transfer.id = own.transfer_id
  join entry other on other.transfer_id = own.transfer_id and other.account_id <> own.account_id
  where own.account_id = 'ffffffff-ffff-4fff-bfff-fffffffffff3' and own.version > mint_from and own.version <= mint_to
    or own.account_id = 'ffffffff-ffff-4fff-bfff-fffffffffff1' and own.version > escrow_from and own.version <= escrow_to
$$;

-- RFC 6962: leaves and nodes begin with different bytes.
create or replace function ledger_leaf(salt bytea, facts text) returns bytea
language sql immutable
return sha256('\x00'::bytea || convert_to(encode(salt, 'hex') || e'\n' || facts, 'UTF8'));

-- The root of these hashes, 32 bytes each: by pairs, one without a partner goes up as it is.
create or replace function merkle_root(hashes bytea) returns bytea
language plpgsql immutable strict
as $$
declare
  below bytea := hashes;
  above bytea;
begin
  while length(below) > 32 loop
    select string_agg(
      case when at * 64 + 32 < length(below) then sha256('\x01'::bytea || substr(below, at * 64 + 1, 64))
        else substr(below, at * 64 + 1, 32)
      end, ''::bytea order by at) into above
    from generate_series(0, (length(below) - 32) / 64) at;
    below := above;
  end loop;
  return below;
end $$;

-- The root of the tree over the first `size` leaves, from the rows of its right edge.
create or replace function ledger_root(size bigint) returns bytea
language plpgsql stable
as $$
declare
  rest bigint := size;
  depth int := 0;
  edge bytea := '';
begin
  while rest > 0 loop
    edge := coalesce(merkle_root(nullif(coalesce((
      select substr(hashes, 1, (rest % 256)::int * 32) from ledger_tile where level = depth and number = rest / 256
    ), '') || edge, '')), '');
    rest := rest / 256;
    depth := depth + 1;
  end loop;
  return nullif(edge, '');
end $$;

create or replace trigger ledger_digest_append_only before update or delete on ledger_digest
  for each row execute function ledger_is_append_only();
create or replace trigger ledger_digest_never_truncated before truncate on ledger_digest
  execute function ledger_is_append_only();
