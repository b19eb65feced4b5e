import type { Knex } from 'knex'

// Built beside the writes of those who go on working, which no transaction can do.
export const config = { transaction: false }

/** What admins find a member by; search-members.ts asks for the same expressions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index concurrently if not exists member_words on member using gin ((
      email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(default_city, '')
    ) gin_trgm_ops)
  `)
  await knex.raw(`
    create index concurrently if not exists member_phone on member
      (reverse(regexp_replace(default_contact_phone, '[^0-9]', '', 'g')) text_pattern_ops)
  `)
  await knex.raw('create index concurrently if not exists report_about on report (about_id, created_at desc)')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index if exists report_about')
  await knex.raw('drop index if exists member_phone')
  await knex.raw('drop index if exists member_words')
}
