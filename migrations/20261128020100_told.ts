import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What a notice tells: its kind and the facts of which its words are made where it is read. Those of before have title
    -- and body instead.
    alter table notice add told text, add facts jsonb;

    -- The same of what stands in a conversation without a neighbour having written it: its body is empty.
    alter table message add told text, add facts jsonb;
    alter table message drop constraint message_body_check,
      add constraint message_body_check check (length(body) <= 2000 and (body <> '' or told is not null)) not valid;
    alter table message validate constraint message_body_check;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from message where body = '';
    alter table message drop constraint message_body_check,
      add constraint message_body_check check (length(body) >= 1 and length(body) <= 2000);
    alter table message drop column told, drop column facts;
    delete from notice where title = '';
    alter table notice drop column told, drop column facts;
  `)
}
