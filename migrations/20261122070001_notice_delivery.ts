import type { Knex } from 'knex'

/** Of docs/decisions/10: each sender of mail had a memory of its own; now there is one. */
export const contracts = '1.0.0 has not been deployed beside another version: no process sends mail meanwhile'

const KINDS = `('messages', 'trades', 'reminders', 'thank-yous', 'alerts', 'market-news')`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Whom the body names by their first name: the notice goes when they leave.
    alter table notice add names_id uuid references member (id);
    create index notice_naming on notice (names_id) where names_id is not null;

    -- How a notice leaves the site: once by each channel.
    create table notice_delivery (
      notice_id uuid not null references notice (id) on delete cascade,
      channel text not null check (channel in ('mail', 'push')),
      -- When it is decided what becomes of it.
      due_at timestamptz not null,
      attempts smallint not null default 0,
      -- When somebody began to send it, who may since have died.
      begun_at timestamptz,
      -- When it was sent, or found to be read or unwanted.
      done_at timestamptz,
      primary key (notice_id, channel)
    );
    create index notice_delivery_due on notice_delivery (channel, due_at) where done_at is null;

    -- What a member has chosen for a kind; the others stand as the market has it.
    create table notice_preference (
      member_id uuid not null references member (id),
      kind text not null check (kind in ${KINDS}),
      site boolean not null,
      push boolean not null,
      mail text not null check (mail in ('at-once', 'daily', 'never')),
      primary key (member_id, kind)
    );
    insert into notice_preference
    select id, kind, true, true, 'never' from member,
      lateral (select 'messages' as kind where not mail_messages
               union all select unnest('{trades,reminders}'::text[]) where not mail_purchases) as unwanted
    where deleted_at is null;

    -- A member who has chosen: from when to when nothing rings, by the clock of the market's time zone; null: never.
    create table quiet_hours (
      member_id uuid primary key references member (id),
      begins text check (begins ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      ends text check (ends ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      check ((begins is null) = (ends is null) and begins <> ends)
    );

    drop table sent_mail;
    drop index message_unread_newest;
    alter table conversation drop owner_mailed_at, drop participant_mailed_at;
    alter table member drop mail_messages, drop mail_purchases;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table member add mail_messages boolean not null default true, add mail_purchases boolean not null default true;
    alter table conversation add owner_mailed_at timestamptz, add participant_mailed_at timestamptz;
    create index message_unread_newest on message (created_at) where read_at is null;
    create table sent_mail (key text primary key, begun_at timestamptz not null, sent_at timestamptz);
    create index sent_mail_oldest on sent_mail (begun_at);
    drop table quiet_hours, notice_preference, notice_delivery;
    alter table notice drop names_id;
  `)
}
