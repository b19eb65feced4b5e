import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Mails of jobs: a job may run twice, its mail shall go once.
    create table sent_mail (
      key text primary key,
      begun_at timestamptz not null,
      -- When the mail server took it; null while it is on its way, or its sender has died.
      sent_at timestamptz
    );
    create index sent_mail_oldest on sent_mail (begun_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table sent_mail')
}
