import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Until then nobody can buy it; null where it was posted to be bought at once.
    alter table listing add column draw_closes_at timestamptz;

    -- Who may buy a much wanted listing first. The seed is secret until the tickets are published.
    create table draw (
      listing_id uuid primary key references listing (id) on delete cascade,
      seed text not null check (seed ~ '^[0-9a-f]{64}$'),
      commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
      hours integer not null check (hours between 6 and 48),
      closes_at timestamptz not null,
      state text not null default 'open' check (state in ('open', 'closed', 'drawn', 'over')),
      -- The digest of all tickets with their weights, as soon as it is closed.
      tickets_digest text check (tickets_digest ~ '^[0-9a-f]{64}$'),
      closed_at timestamptz,
      -- The place whose turn it is, from 1, and until when.
      turn integer check (turn >= 1),
      turn_until timestamptz,
      constraint draw_closed_has_tickets check (state in ('open', 'over') or tickets_digest is not null),
      constraint draw_closed_at_agrees check (num_nonnulls(tickets_digest, closed_at) <> 1),
      constraint draw_turn_agrees check (num_nonnulls(turn, turn_until) <> 1 and (state <> 'drawn' or turn is not null))
    );
    create index draw_to_follow on draw (closes_at) where state <> 'over';

    create table draw_entry (
      listing_id uuid not null references draw (listing_id) on delete cascade,
      member_id uuid not null references member (id),
      -- What stands for the member in all that is published.
      ticket uuid not null unique default gen_random_uuid(),
      entered_at timestamptz not null,
      -- Null until the draw is closed, and for who had no right to a ticket by then.
      weight integer check (weight >= 1),
      place integer check (place >= 1),
      passed_at timestamptz,
      primary key (listing_id, member_id),
      unique (listing_id, place)
    );
    create index draw_entry_of_member on draw_entry (member_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table draw_entry, draw;
    alter table listing drop column draw_closes_at;
  `)
}
