-- A change of listings adds its difference to listing_count. A hidden listing counts as a withdrawn one.
create or replace function count_listings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into listing_count (category, status, listings, weighed, weight_lbs)
      select category, status, count(*), count(weight_lbs), coalesce(sum(weight_lbs), 0)
      from (
        select category, case when hidden_at is null then status else 'withdrawn' end as status, weight_lbs from after_change
      ) added
      group by category, status;
  elsif tg_op = 'DELETE' then
    insert into listing_count (category, status, listings, weighed, weight_lbs)
      select category, status, -count(*), -count(weight_lbs), -coalesce(sum(weight_lbs), 0)
      from (
        select category, case when hidden_at is null then status else 'withdrawn' end as status, weight_lbs from before_change
      ) gone
      group by category, status;
  else
    insert into listing_count (category, status, listings, weighed, weight_lbs)
      select category, status, sum(one), sum(weighed), sum(weight)
      from (
        select category, case when hidden_at is null then status else 'withdrawn' end as status,
          1 as one, num_nonnulls(weight_lbs) as weighed, coalesce(weight_lbs, 0) as weight
        from after_change
        union all
        select category, case when hidden_at is null then status else 'withdrawn' end,
          -1, -num_nonnulls(weight_lbs), -coalesce(weight_lbs, 0)
        from before_change
      ) difference
      group by category, status having sum(one) <> 0 or sum(weighed) <> 0 or sum(weight) <> 0;
  end if;
  return null;
end $$;

create or replace trigger listing_count_insert after insert on listing
  referencing new table as after_change for each statement execute function count_listings();
create or replace trigger listing_count_update after update on listing
  referencing old table as before_change new table as after_change for each statement execute function count_listings();
create or replace trigger listing_count_delete after delete on listing
  referencing old table as before_change for each statement execute function count_listings();
