import type { Knex } from 'knex'

const UNTIL_FIVE = ['newborn', '0-3mo', '3-6mo', '6-12mo', '12-18mo', '18-24mo', '2T-3T', '4T-5T']
const AGES = [...UNTIL_FIVE, '6-7y', '8-9y', '10-11y', '12-14y']
const SHOES = Array.from({ length: 12 }, (_, index) => `shoe-${16 + 2 * index}-${17 + 2 * index}`)
const list = (sizes: string[]) => sizes.map((size) => `'${size}'`).join(', ')

// Checking what is there must not keep others waiting: each statement is a transaction of its own.
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table listing drop constraint listing_age_size_check,
      add constraint listing_age_size_check check (age_size in (${list([...AGES, ...SHOES])})) not valid
  `)
  await knex.raw('alter table listing validate constraint listing_age_size_check')
  await knex.raw(`
    alter table member drop constraint member_children_ages_check,
      add constraint member_children_ages_check check (children_ages <@ array[${list(AGES)}]) not valid
  `)
  await knex.raw('alter table member validate constraint member_children_ages_check')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update listing set age_size = null where age_size not in (${list(UNTIL_FIVE)});
    alter table listing drop constraint listing_age_size_check,
      add constraint listing_age_size_check check (age_size in (${list(UNTIL_FIVE)}));
    update member set children_ages = array(
      select age from unnest(children_ages) age where age in (${list(UNTIL_FIVE)})
    );
    alter table member drop constraint member_children_ages_check,
      add constraint member_children_ages_check check (children_ages <@ array[${list(UNTIL_FIVE)}])
  `)
}
