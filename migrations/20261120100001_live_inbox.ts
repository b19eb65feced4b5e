import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- However a session ends, whatever was opened with it hears of it.
    create function tell_session_ended() returns trigger language plpgsql as $$
    begin
      perform pg_notify('session_ended', old.sid);
      return null;
    end $$;
    create trigger session_ended after delete on sessions for each row execute function tell_session_ended();

    -- When a mail last told that side about what it had not read.
    alter table conversation add column owner_mailed_at timestamptz, add column participant_mailed_at timestamptz;
    create index message_unread_newest on message (created_at) where read_at is null;

    alter table member add column mail_messages boolean not null default true,
      add column mail_purchases boolean not null default true;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table member drop column mail_messages, drop column mail_purchases;
    drop index message_unread_newest;
    alter table conversation drop column owner_mailed_at, drop column participant_mailed_at;
    drop trigger session_ended on sessions;
    drop function tell_session_ended();
  `)
}
