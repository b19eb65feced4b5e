import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table member_block (
      blocker_id uuid not null references member (id),
      blocked_id uuid not null references member (id) check (blocked_id <> blocker_id),
      created_at timestamptz not null,
      primary key (blocker_id, blocked_id)
    );
    create index member_block_of_blocked on member_block (blocked_id);

    -- What a subject was when it was reported is told by its own row; it may be gone.
    create table report (
      id uuid primary key default gen_random_uuid(),
      reporter_id uuid not null references member (id),
      subject_kind text not null check (subject_kind in ('listing', 'message', 'member')),
      subject_id uuid not null,
      -- Whose listing or message it is, or the member themselves.
      about_id uuid not null references member (id) check (about_id <> reporter_id),
      reason text not null check (reason in ('prohibited', 'misleading', 'spam', 'harassment', 'unsafe', 'other')),
      details text check (length(details) <= 1000),
      created_at timestamptz not null,
      decision text check (decision in ('dismiss', 'warn', 'hide')),
      decision_note text,
      decided_at timestamptz,
      decided_by uuid references member (id),
      unique (reporter_id, subject_kind, subject_id),
      constraint report_decision_is_whole check (num_nulls(decision, decided_at, decided_by) in (0, 3))
    );
    create index report_open on report (created_at, id) where decided_at is null;
    create index report_decided on report (decided_at, id) where decided_at is not null;
    create index report_of_subject on report (subject_kind, subject_id);

    -- Hidden by an admin: as invisible to others as a withdrawn one, whatever its status.
    alter table listing add column hidden_at timestamptz, add column hidden_reason text,
      add constraint listing_hidden_for_a_reason check ((hidden_at is null) = (hidden_reason is null));
    create index listing_hidden on listing (hidden_at) where hidden_at is not null;
  `)
  await knex.raw(tallyListings(`case when hidden_at is null then status else 'withdrawn' end as status`))
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update listing set hidden_at = null, hidden_reason = null where hidden_at is not null;
    alter table listing drop column hidden_at, drop column hidden_reason;
    drop table report, member_block;
  `)
  await knex.raw(tallyListings('status'))
}

/** What the triggers of the tallies do; a hidden listing counts as a withdrawn one. */
function tallyListings(status: string): string {
  return `
    create or replace function tally_listings() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into listing_tally (category, status, listings, weighed, weight_lbs)
          select category, status, count(*), count(weight_lbs), coalesce(sum(weight_lbs), 0)
          from (select category, ${status}, weight_lbs from after_change) as added group by category, status;
      elsif tg_op = 'DELETE' then
        insert into listing_tally (category, status, listings, weighed, weight_lbs)
          select category, status, -count(*), -count(weight_lbs), -coalesce(sum(weight_lbs), 0)
          from (select category, ${status}, weight_lbs from before_change) as gone group by category, status;
      else
        insert into listing_tally (category, status, listings, weighed, weight_lbs)
          select category, status, sum(one), sum(weighed), sum(weight) from (
            select category, ${status}, 1 as one, num_nonnulls(weight_lbs) as weighed, coalesce(weight_lbs, 0) as weight
              from after_change
            union all
            select category, ${status}, -1, -num_nonnulls(weight_lbs), -coalesce(weight_lbs, 0) from before_change
          ) difference
          group by category, status having sum(one) <> 0 or sum(weighed) <> 0 or sum(weight) <> 0;
      end if;
      return null;
    end $$`
}
