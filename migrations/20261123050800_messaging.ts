import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table conversation (
      id uuid primary key default gen_random_uuid(),
      listing_id uuid not null references listing (id) on delete cascade,
      owner_id uuid not null references member (id),
      participant_id uuid not null references member (id) check (participant_id <> owner_id),
      last_message_at timestamptz not null,
      last_message_preview text not null default '' check (length(last_message_preview) <= 200),
      owner_unread_count integer not null default 0 check (owner_unread_count >= 0),
      participant_unread_count integer not null default 0 check (participant_unread_count >= 0),
      created_at timestamptz not null,
      unique (listing_id, owner_id, participant_id)
    );
    create index conversation_of_owner on conversation (owner_id, last_message_at desc);
    create index conversation_of_participant on conversation (participant_id, last_message_at desc);

    create table message (
      id uuid primary key default gen_random_uuid(),
      -- Given out under the lock of the conversation, so within one conversation it is the order of writing.
      seq bigint generated always as identity,
      conversation_id uuid not null references conversation (id) on delete cascade,
      sender_id uuid not null references member (id),
      recipient_id uuid not null references member (id) check (recipient_id <> sender_id),
      body text not null,
      kind text not null default 'text' check (kind in ('text', 'arrangement')),
      -- The reason for which an automatic message was written, so that a job that runs twice writes it once.
      reason text unique,
      read_at timestamptz,
      created_at timestamptz not null,
      -- A note that the market has written, not a neighbour, as a kind and the facts of which its words are
      -- made.
      told text,
      facts jsonb,
      photos text[] not null default '{}' check (cardinality(photos) <= 4),
      constraint message_body_check check (
        length(body) <= 2000 and (body <> '' or told is not null or cardinality(photos) > 0)
      )
    );
    create index message_of_conversation on message (conversation_id, seq);
    create index message_unread on message (conversation_id, recipient_id) where read_at is null;

    alter table photo add constraint photo_message_id_fkey
      foreign key (message_id) references message (id) on delete set null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table photo drop constraint photo_message_id_fkey;
    drop table message, conversation;
  `)
}
