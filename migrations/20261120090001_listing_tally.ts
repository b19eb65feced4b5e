import type { Knex } from 'knex'

/**
 * How many listings there are in each category and status, without counting them: every statement that changes
 * listings appends its differences here, in its own transaction, so the sum is always exact. Appending, unlike a
 * counter row, makes no two sellers wait for each other; a job folds the rows together.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table listing_tally (
      id bigint generated always as identity primary key,
      category text not null,
      status text not null,
      listings bigint not null,
      weighed bigint not null,
      weight_lbs numeric(16, 2) not null
    );

    create function tally_listings() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into listing_tally (category, status, listings, weighed, weight_lbs)
          select category, status, count(*), count(weight_lbs), coalesce(sum(weight_lbs), 0)
          from after_change group by category, status;
      elsif tg_op = 'DELETE' then
        insert into listing_tally (category, status, listings, weighed, weight_lbs)
          select category, status, -count(*), -count(weight_lbs), -coalesce(sum(weight_lbs), 0)
          from before_change group by category, status;
      else
        insert into listing_tally (category, status, listings, weighed, weight_lbs)
          select category, status, sum(one), sum(weighed), sum(weight) from (
            select category, status, 1 as one, num_nonnulls(weight_lbs) as weighed, coalesce(weight_lbs, 0) as weight
              from after_change
            union all
            select category, status, -1, -num_nonnulls(weight_lbs), -coalesce(weight_lbs, 0) from before_change
          ) difference
          group by category, status having sum(one) <> 0 or sum(weighed) <> 0 or sum(weight) <> 0;
      end if;
      return null;
    end $$;
    create trigger listing_tally_insert after insert on listing
      referencing new table as after_change for each statement execute function tally_listings();
    create trigger listing_tally_update after update on listing
      referencing old table as before_change new table as after_change
      for each statement execute function tally_listings();
    create trigger listing_tally_delete after delete on listing
      referencing old table as before_change for each statement execute function tally_listings();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger listing_tally_insert on listing;
    drop trigger listing_tally_update on listing;
    drop trigger listing_tally_delete on listing;
    drop function tally_listings();
    drop table listing_tally
  `)
}
