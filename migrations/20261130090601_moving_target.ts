import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table admin_settings add column supply_target_moves boolean not null default false;

    -- All null where the target doesn't move by itself; the last four also where no month has been metered yet.
    alter table supply_factor
      add column moved_from bigint,
      add column meters_month text,
      add column meters_active int,
      add column short_members int,
      add column in_vain_members int,
      add constraint supply_factor_meters check (
        num_nulls(meters_month, meters_active, short_members, in_vain_members) in (0, 4)
        and (moved_from is not null or meters_month is null)
      ) not valid;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table supply_factor
      drop column moved_from, drop column meters_month, drop column meters_active, drop column short_members,
      drop column in_vain_members;
    alter table admin_settings drop column supply_target_moves;
  `)
}
