import type { Database } from '../../platform/database.ts'

/** The asker and their count are remembered whatever becomes of the request. */
const VOLATILE = ['sessions', 'rate_limit', 'knex_migrations', 'knex_migrations_lock']

/** A digest of each table, and of the waiting jobs: two that are equal mean that nothing has changed in between. */
export async function fingerprint(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await db.raw<{ rows: { name: string }[] }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and not table_name = any(?)
     union select 'pgboss.job' order by name`,
    [VOLATILE],
  )
  const digests = tables.map(({ name }) => {
    const rows = `select md5(t::text) as row from ${name} t`
    return `select '${name}' as name, md5(coalesce(string_agg(row, '' order by row), '')) as digest from (${rows}) as rows`
  })
  const { rows } = await db.raw<{ rows: { name: string; digest: string }[] }>(digests.join(' union all '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
