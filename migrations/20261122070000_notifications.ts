import type { Knex } from 'knex'

/** Of docs/decisions/10: what the market tells gets a module of its own, and its rows the words of it. */
export const contracts = '1.0.0 has not been deployed beside another version: no process writes a notice meanwhile'

const KINDS = `('messages', 'trades', 'reminders', 'thank-yous', 'alerts', 'market-news', 'account')`

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notice rename column subject to title;
    alter table notice
      add kind text not null default 'account' check (kind in ${KINDS}),
      -- Names the notice for good for its member, so that nothing is told twice.
      add key text,
      -- The words on the button that leads to path.
      add button text;
    update notice set key = id::text, button = case when path is not null then 'Have a look' end;
    alter table notice
      alter kind drop default,
      alter key set not null,
      add unique (member_id, key),
      add constraint notice_button_leads_somewhere check ((path is null) = (button is null));
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notice drop kind, drop key, drop button;
    alter table notice rename column title to subject;
  `)
}
