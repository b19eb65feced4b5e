import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The market's own notices to a member, beside what neighbours write.
    create table notice (
      id uuid primary key default gen_random_uuid(),
      seq bigint generated always as identity,
      member_id uuid not null references member (id),
      kind text not null check (
        kind in ('messages', 'trades', 'reminders', 'thank-yous', 'alerts', 'market-news', 'account')
      ),
      -- Names the notice for good for its member, so that nothing is told twice.
      key text not null,
      title text not null,
      body text not null,
      -- Where on the site to look, and the words on the button that leads there.
      path text,
      button text,
      -- Where one click ends what the notice is about, such as a saved search; without one it ends mails of its kind.
      stop_path text,
      -- The member who caused it: how often one may reach another by mail and push is limited.
      from_id uuid,
      -- The member whom the body names by their first name: the notice goes when they leave.
      names_id uuid references member (id),
      read_at timestamptz,
      created_at timestamptz not null,
      -- Its kind and the facts of which its words are made where it is read. Without them title and body tell.
      told text,
      facts jsonb,
      -- The listing that it is about: its picture, and what decides.
      about jsonb,
      unique (member_id, key),
      constraint notice_button_leads_somewhere check ((path is null) = (button is null))
    );
    create index notice_of_member on notice (member_id, seq);
    create index notice_unread on notice (member_id) where read_at is null;
    create index notice_from on notice (member_id, from_id) where from_id is not null;
    create index notice_naming on notice (names_id) where names_id is not null;

    -- A notice leaves the site once by each channel.
    create table notice_delivery (
      notice_id uuid not null references notice (id) on delete cascade,
      channel text not null check (channel in ('mail', 'push')),
      -- The time of the decision whether and how it leaves.
      due_at timestamptz not null,
      attempts smallint not null default 0,
      -- When somebody began to send it, who may since have died.
      begun_at timestamptz,
      -- The browsers that have it, of a push to several.
      reached uuid[] not null default '{}',
      -- When it was sent, or found to be read or unwanted.
      done_at timestamptz,
      -- The mail or push that it left in.
      sent_in uuid,
      primary key (notice_id, channel)
    );
    create index notice_delivery_due on notice_delivery (channel, due_at) where done_at is null;

    -- A member's choice for a kind; the others stand as the market has it.
    create table notice_preference (
      member_id uuid not null references member (id),
      kind text not null check (kind in ('messages', 'trades', 'reminders', 'thank-yous', 'alerts', 'market-news')),
      site boolean not null,
      push boolean not null,
      mail text not null check (mail in ('at-once', 'daily', 'never')),
      primary key (member_id, kind)
    );

    -- A member who has chosen: from when to when nothing rings, by the clock of the market's time zone; null: never.
    create table quiet_hours (
      member_id uuid primary key references member (id),
      begins text check (begins ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      ends text check (ends ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      check ((begins is null) = (ends is null) and begins <> ends)
    );

    -- A browser that wants to be told while the site is closed. It ends with the session that it belongs to.
    create table push_subscription (
      id uuid primary key default gen_random_uuid(),
      session text not null unique references sessions (sid) on delete cascade,
      member_id uuid not null references member (id),
      -- Somebody who knows it can send to the browser.
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      -- Whether what is shown on a locked screen may name people and things.
      shows_details boolean not null,
      created_at timestamptz not null
    );
    create index push_subscription_member on push_subscription (member_id, created_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table push_subscription, quiet_hours, notice_preference, notice_delivery, notice')
}
