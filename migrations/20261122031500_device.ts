import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Browsers that a member has signed in from; only a keyed hash of the browser's cookie is kept.
    create table device (
      member_id uuid not null references member (id),
      browser_hash text not null,
      last_at timestamptz not null,
      primary key (member_id, browser_hash)
    );
    insert into device (member_id, browser_hash, last_at)
      select member.id, browser_hash, max(used_at) from sign_in_code join member using (email)
      where used_at is not null group by member.id, browser_hash;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table device')
}
