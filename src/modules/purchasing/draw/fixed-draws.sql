-- A draw stays as it was published: terms and commitment from the posting on, tickets and their weights from the
-- closing on, the order from the drawing on. It goes with its listing only.
create or replace function draw_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.listing_id, new.seed, new.commitment, new.hours, new.closes_at)
        is not distinct from (old.listing_id, old.seed, old.commitment, old.hours, old.closes_at)
      and (old.tickets_digest is null
        or (new.tickets_digest, new.closed_at) is not distinct from (old.tickets_digest, old.closed_at))
    then return new; end if;
  elsif tg_op = 'DELETE' then
    -- The listing's own end is a trigger, too, which brings this about.
    if pg_trigger_depth() > 1 then return old; end if;
  end if;
  raise exception 'a draw stays as it was published: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- An entry goes while its draw is open, as when its member leaves the market; later the ticket stays, which names nobody.
create or replace function draw_entry_stays() returns trigger language plpgsql as $$
declare
  stage text := (select state from draw where listing_id = case tg_op when 'INSERT' then new.listing_id else old.listing_id end);
begin
  if tg_op = 'UPDATE' then
    if (new.listing_id, new.member_id, new.ticket, new.entered_at)
        is not distinct from (old.listing_id, old.member_id, old.ticket, old.entered_at)
      and (new.weight is not distinct from old.weight or old.weight is null and stage = 'open')
      and (new.place is not distinct from old.place or old.place is null and stage = 'closed')
      and (new.passed_at is not distinct from old.passed_at or old.passed_at is null)
    then return new; end if;
  elsif tg_op = 'INSERT' then
    if stage = 'open' then return new; end if;
  elsif stage = 'open' or stage is null then return old; end if;
  raise exception 'a closed draw keeps its tickets: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger draw_stays before update or delete on draw for each row execute function draw_stays();
create or replace trigger draw_never_truncated before truncate on draw execute function draw_stays();
create or replace trigger draw_entry_stays before insert or update or delete on draw_entry
  for each row execute function draw_entry_stays();
create or replace trigger draw_entry_never_truncated before truncate on draw_entry execute function draw_stays();
