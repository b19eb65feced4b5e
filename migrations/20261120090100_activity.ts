import type { Knex } from 'knex'

/**
 * What members did, by month, as far as bonuses ask for it. A delivered sale stands here when it counts; a listing
 * stands here from its posting and is counted once it has outlived the time in which withdrawing it undoes it, or is sold.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table activity (
      reference text primary key,
      kind text not null check (kind in ('listing', 'sale')),
      member_id uuid not null references member (id),
      buyer_id uuid references member (id) check (buyer_id <> member_id),
      month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
      occurred_at timestamptz not null,
      -- Empty for a listing that was withdrawn too early.
      counts_from timestamptz,
      counted_at timestamptz,
      constraint activity_reference_tells_kind check (
        reference like case kind when 'listing' then 'listing:%' else 'purchase:%' end
      ),
      constraint activity_sale_has_buyer check ((kind = 'sale') = (buyer_id is not null)),
      constraint activity_sale_counts check (kind <> 'sale' or counted_at is not null)
    );
    -- Trading to and fro counts once: every further sale to the same buyer earns nothing.
    create unique index activity_one_sale_per_pair on activity (member_id, buyer_id) where kind = 'sale';
    create index activity_of_month on activity (month, member_id) where counted_at is not null;
    create index activity_of_member on activity (member_id, month) where counted_at is not null;
    create index activity_waiting on activity (counts_from) where counted_at is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table activity')
}
