import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- An act of an admin for as long as it can be undone: its row goes once whom it concerns is told, and stays once it is undone.
    create table undoable_act (
      action_id bigint primary key references admin_action (id),
      -- The values that put everything back, and the notice where nobody does.
      steps jsonb not null,
      notices jsonb not null,
      until timestamptz not null,
      undone_at timestamptz,
      undone_by uuid references member (id),
      check ((undone_at is null) = (undone_by is null))
    );
    create index undoable_act_due on undoable_act (until) where undone_at is null;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table undoable_act')
}
