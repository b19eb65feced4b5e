import type { Reader, Trx } from '../database.ts'

const ROWS_AT_ONCE = 2000

/**
 * Copies every row of the market's tables, byte for byte, into those of an empty database that the same migrations have
 * made; it needs to own them, no more. Both transactions stay open: nothing is there until `to` commits.
 * @returns how many rows of each table
 * @throws Error where the tables differ
 */
export async function copyTables(from: Trx, to: Trx): Promise<Map<string, number>> {
  const tables = await tablesOf(from)
  if (tables.join() !== (await tablesOf(to)).join())
    throw new Error('The two databases have different tables: run market migrate on the one that is moved first.')
  const quoted = tables.map((table) => `public."${table}"`)
  const keys = await foreignKeys(to)
  for (const { owner, name } of keys) await to.raw(`alter table ${owner} drop constraint "${name}"`)
  for (const table of quoted) await to.raw(`alter table ${table} disable trigger user`)
  await to.raw(`truncate ${quoted.join(', ')}`)
  const counts = new Map<string, number>()
  for (const [index, table] of quoted.entries())
    counts.set(tables[index] ?? '', await copyRows(from, to, { table, where: 'true' }))
  await copySequences(from, to)
  for (const table of quoted) await to.raw(`alter table ${table} enable trigger user`)
  // Each is checked as it comes back.
  for (const { owner, name, definition } of keys)
    await to.raw(`alter table ${owner} add constraint "${name}" ${definition.replaceAll('?', String.raw`\?`)}`)
  return counts
}

/** Copies the jobs that are still to do, and those that failed. The scheduler's own queue is made by the first worker. */
export function copyJobs(from: Trx, to: Trx): Promise<number> {
  const where = String.raw`state not in ('completed', 'cancelled') and name not like '\_\_pgboss\_\_%'`
  return copyRows(from, to, { table: 'pgboss.job', where })
}

/** As text of PostgreSQL's own, which every type comes back from as it was. */
async function copyRows(from: Trx, to: Trx, { table, where }: { table: string; where: string }): Promise<number> {
  const columns = await columnsOf(from, table)
  if (JSON.stringify(columns) !== JSON.stringify(await columnsOf(to, table)))
    throw new Error(`The columns of ${table} differ in the two databases.`)
  const kept = columns.filter(({ generated }) => !generated).map(({ name }) => `"${name}"`)
  await from.raw(`declare moved no scroll cursor for select one::text as line from ${table} one where ${where}`)
  let count = 0
  for (;;) {
    const { rows } = await from.raw<{ rows: { line: string }[] }>(`fetch ${ROWS_AT_ONCE} from moved`)
    if (rows.length === 0) break
    // The offset keeps each line from being read once for every column.
    await to.raw(
      `insert into ${table} (${kept.join(', ')}) overriding system value
       select ${kept.map((name) => `(one).${name}`).join(', ')}
       from (select line::${table} as one from unnest(?::text[]) line offset 0) lines`,
      [rows.map(({ line }) => line)],
    )
    count += rows.length
  }
  await from.raw('close moved')
  return count
}

async function tablesOf(reader: Reader): Promise<string[]> {
  const { rows } = await reader.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not like 'migration%' order by relname collate "C"`,
  )
  return rows.map(({ name }) => name)
}

async function columnsOf(reader: Reader, table: string): Promise<{ name: string; generated: boolean }[]> {
  const { rows } = await reader.raw<{ rows: { name: string; generated: boolean }[] }>(
    `select attname as name, attgenerated <> '' as generated from pg_attribute
     where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped order by attnum`,
  )
  return rows
}

async function foreignKeys(reader: Reader): Promise<{ owner: string; name: string; definition: string }[]> {
  const { rows } = await reader.raw<{ rows: { owner: string; name: string; definition: string }[] }>(
    `select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  return rows
}

async function copySequences(from: Reader, to: Reader): Promise<void> {
  const { rows } = await from.raw<{ rows: { name: string; last: bigint | null }[] }>(
    `select quote_ident(sequencename) as name, last_value as last from pg_sequences where schemaname = 'public'`,
  )
  for (const { name, last } of rows)
    if (last !== null) await to.raw(`select setval(?::regclass, ?::bigint)`, [`public.${name}`, String(last)])
}
