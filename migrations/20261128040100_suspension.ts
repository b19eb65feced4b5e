import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A member who starts nothing new for a while. It belongs to the mailbox behind the address: leaving and joining again
    -- doesn't end it.
    create table suspension (
      id uuid primary key default gen_random_uuid(),
      mailbox_hash text not null,
      -- As whom they were suspended.
      member_id uuid not null references member (id),
      reason text not null check (length(reason) between 1 and 500),
      -- Null: for good.
      until timestamptz check (until > created_at),
      by_id uuid not null references member (id) check (by_id <> member_id),
      created_at timestamptz not null,
      -- When it was lifted, or its listings came back after 'until'.
      ended_at timestamptz check (ended_at >= created_at),
      lifted_by uuid references member (id)
    );
    create unique index suspension_open on suspension (mailbox_hash) where ended_at is null;
    create index suspension_due on suspension (until) where ended_at is null;

    -- Hidden with all that its suspended owner offers, and back with it; 'hidden_reason' is that of the suspension.
    alter table listing add column hidden_with_seller boolean not null default false;

    -- The member whom an act concerns, where they are told of it.
    alter table admin_action add column about_id uuid references member (id);

    -- What a member says against an act that concerns them, once, and what an admin answers.
    create table appeal (
      id uuid primary key default gen_random_uuid(),
      action_id bigint not null unique references admin_action (id),
      member_id uuid not null references member (id),
      words text not null check (length(words) between 1 and 1000),
      created_at timestamptz not null,
      decision text check (decision in ('keep', 'undo')),
      reason text check (length(reason) between 1 and 500),
      decided_at timestamptz,
      decided_by uuid references member (id),
      constraint appeal_decision_is_whole check (num_nulls(decision, reason, decided_at, decided_by) in (0, 4))
    );
    create index appeal_open on appeal (created_at, id) where decided_at is null;
    create index appeal_decided on appeal (decided_at, id) where decided_at is not null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table appeal, suspension;
    alter table admin_action drop column about_id;
    alter table listing drop column hidden_with_seller;
  `)
}
