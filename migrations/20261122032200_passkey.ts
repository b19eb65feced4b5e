import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table passkey (
      id uuid primary key default gen_random_uuid(),
      member_id uuid not null references member (id),
      credential_id text not null unique,
      -- COSE, as base64url. The other half never leaves the member's device.
      public_key text not null,
      counter bigint not null check (counter >= 0),
      transports text[] not null default '{}',
      device text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    );
    create index passkey_of_member on passkey (member_id);

    -- Asked once, answered once; of a member who adds a passkey, or of nobody yet.
    create table passkey_challenge (
      challenge text primary key,
      member_id uuid references member (id),
      expires_at timestamptz not null
    );
    create index passkey_challenge_expires on passkey_challenge (expires_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table passkey_challenge, passkey')
}
