import type { Knex } from 'knex'

/** The months that the monthly job has settled: how many active months in a row each one ended. Written once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table streak (
      member_id uuid not null references member (id),
      month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
      months integer not null check (months > 0),
      settled_at timestamptz not null,
      primary key (member_id, month)
    );
    create trigger streak_append_only before update or delete on streak for each row execute function ledger_is_append_only();
    create trigger streak_never_truncated before truncate on streak execute function ledger_is_append_only();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table streak')
}
