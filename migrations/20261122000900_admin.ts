import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table admin_settings (
      id text primary key default 'default' check (id = 'default'),
      processing_fee_percentage numeric(5, 2) not null default 2.90 check (processing_fee_percentage between 0 and 100),
      transaction_fee_percentage numeric(5, 2) not null default 0.50 check (transaction_fee_percentage between 0 and 100),
      updated_at timestamptz not null default now()
    );
    insert into admin_settings default values;

    -- At most one row, ever: whoever inserts it became the first admin, and setup never reopens.
    create table admin_setup (
      only_row boolean primary key default true check (only_row),
      member_id uuid not null references member (id),
      created_at timestamptz not null default now()
    );

    create table setup_token (
      token_hash text primary key,
      created_at timestamptz not null default now(),
      used_at timestamptz
    );

    create table admin_action (
      id bigint generated always as identity primary key,
      actor_id uuid references member (id),
      action text not null,
      subject text not null,
      before jsonb,
      after jsonb,
      created_at timestamptz not null default now()
    );
    create index admin_action_newest on admin_action (created_at desc, id desc);

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
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table report, admin_action, setup_token, admin_setup, admin_settings')
}
