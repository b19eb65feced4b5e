-- A draw as its rows have it, reckoned again for the audit: the same as draw-order.ts, which says what it means.
create or replace function draw_tickets_digest(listing uuid) returns text
language sql stable
return (
  select encode(sha256(convert_to(coalesce(string_agg(format(e'%s %s\n', ticket, weight), '' order by ticket), ''), 'UTF8')), 'hex')
  from draw_entry where listing_id = listing and weight is not null
);

create or replace function draw_order(seed text, listing uuid) returns uuid[]
language plpgsql stable
as $$
declare
  digest text := draw_tickets_digest(listing);
  -- HMAC (RFC 2104): a seed has the 64 bytes of a block of SHA-256.
  inner_key bytea := convert_to(seed, 'UTF8');
  outer_key bytea := inner_key;
  number bytea;
  tickets uuid[];
  weights int[];
  total bigint;
  rest bigint;
  at int;
  drawn uuid[] := '{}';
begin
  for byte in 0..63 loop
    inner_key := set_byte(inner_key, byte, get_byte(inner_key, byte) # 54);
    outer_key := set_byte(outer_key, byte, get_byte(outer_key, byte) # 92);
  end loop;
  select array_agg(ticket order by ticket), array_agg(weight order by ticket), sum(weight)
    into tickets, weights, total
    from draw_entry where listing_id = listing and weight is not null;
  while cardinality(tickets) > 0 loop
    number := sha256(outer_key || sha256(inner_key || convert_to(digest || ' ' || cardinality(drawn) + 1, 'UTF8')));
    rest := 0;
    for byte in 0..31 loop
      rest := (rest * 256 + get_byte(number, byte)) % total;
    end loop;
    at := 1;
    while rest >= weights[at] loop
      rest := rest - weights[at];
      at := at + 1;
    end loop;
    drawn := drawn || tickets[at];
    total := total - weights[at];
    tickets := tickets[:at - 1] || tickets[at + 1:];
    weights := weights[:at - 1] || weights[at + 1:];
  end loop;
  return drawn;
end $$;
