import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table sessions (
      sid text primary key,
      sess jsonb not null,
      expire timestamptz not null
    );
    create index sessions_expire on sessions (expire);

    -- However a session ends, whatever was opened with it hears of it.
    create function notify_session_ended() returns trigger language plpgsql as $$
    begin
      perform pg_notify('session_ended', old.sid);
      return null;
    end $$;
    create trigger session_ended after delete on sessions for each row execute function notify_session_ended();

    -- The columns that rate-limiter-flexible works on.
    create table rate_limit (
      key text primary key,
      points integer not null default 0,
      expire double precision
    );
    create index rate_limit_expire on rate_limit (expire);

    -- Mails of jobs: a job may run twice, its mail shall go once.
    create table sent_mail (
      key text primary key,
      begun_at timestamptz not null,
      -- When the mail server took it; null while it is on its way, or its sender has died.
      sent_at timestamptz
    );
    create index sent_mail_oldest on sent_mail (begun_at);

    create table demo_seed (
      only_row boolean primary key default true check (only_row),
      started_at timestamptz not null,
      finished_at timestamptz check (finished_at >= started_at)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table demo_seed, sent_mail, rate_limit, sessions;
    drop function notify_session_ended();
  `)
}
