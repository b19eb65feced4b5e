import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the two sides of a problem show each other and the admins, nobody else. The row comes first, then its file.
    create table problem_photo (
      id uuid primary key,
      purchase_id uuid not null references purchase (id),
      owner_id uuid not null references member (id),
      created_at timestamptz not null,
      erase_at timestamptz not null
    );
    create index problem_photo_of_purchase on problem_photo (purchase_id);
    create index problem_photo_of_owner on problem_photo (owner_id);
    create index problem_photo_due on problem_photo (erase_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table problem_photo')
}
