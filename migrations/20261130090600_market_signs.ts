import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Wants of a month that failed for tokens. Both hashes are keyed for this month: they count members
    -- and wants, and name nobody and nothing.
    create table unpaid_want (
      month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
      member text not null,
      want text not null,
      primary key (month, want)
    );

    -- Whether it was a member's who could have paid for whatever they looked for.
    alter table missed_search add column could_pay boolean not null default false;

    -- All null in a month that was complete before they were counted.
    alter table economy_month
      add column wants_unpaid int,
      add column short_members int,
      add column in_vain_members int,
      add column no_shows int,
      add column problems int,
      -- The median of the first answers that sellers gave in the month, null without any, and how many sellers.
      add column first_answer_minutes numeric(8, 1),
      add column answer_members int;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table economy_month
      drop column wants_unpaid, drop column short_members, drop column in_vain_members, drop column no_shows,
      drop column problems, drop column first_answer_minutes, drop column answer_members;
    alter table missed_search drop column could_pay;
    drop table unpaid_want;
  `)
}
