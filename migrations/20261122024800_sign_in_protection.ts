import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Attempts that come too often meet growing pauses; keys are hashes.
    create table backoff (
      key text primary key,
      attempts integer not null check (attempts >= 0),
      -- No attempt is heard before.
      open_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index backoff_expires on backoff (expires_at);

    -- Eight while somebody is guessing.
    alter table sign_in_code add column digits smallint not null default 6 check (digits in (6, 8));
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table sign_in_code drop column digits; drop table backoff')
}
