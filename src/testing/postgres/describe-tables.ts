import { format, type FormatConfig } from 'oxfmt'
import style from '../../../.oxfmtrc.json' with { type: 'json' }
import type { Database } from '../../platform/database.ts'

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  /** The checks of this column alone. */
  checks: string[]
}

const COLUMNS = `
  select relname as table, attname as name, format_type(atttypid, null) as type, not attnotnull as nullable,
    array(
      select pg_get_constraintdef(oid) from pg_constraint where conrelid = attrelid and contype = 'c' and conkey = array[attnum]
    ) as checks
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and attnum > 0 and not attisdropped
    and relname not like 'migration%'
  order by relname collate "C", attnum
`

/** As the driver answers them: see `types` in platform/database.ts. */
const TYPES: Record<string, string> = {
  bigint: 'bigint',
  bytea: 'Buffer',
  boolean: 'boolean',
  date: 'Date',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'unknown',
  numeric: 'string',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
}

/** The source of src/tables.ts. What a view answers may be null as far as PostgreSQL knows. */
export async function describeTables(db: Database): Promise<string> {
  const { rows } = await db.raw<{ rows: Column[] }>(COLUMNS)
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(
    ([table, columns]) => `    ${table}: {\n${columns.map(describeColumn).join('\n')}\n    }`,
  )
  const source = [
    '// Written by src/platform/migrations.test.ts from what the migrations make; `npx vitest run migrations -u` renews it.',
    'export {}',
    '',
    "declare module './platform/database.ts' {",
    '  interface Tables {',
    ...tables,
    '  }',
    '}',
  ].join('\n')
  return (await format('tables.ts', source, style as FormatConfig)).code
}

function describeColumn({ name, type, nullable, checks }: Column): string {
  const element = type.replace(/\[\]$/, '')
  const known = valuesIn(checks) ?? TYPES[element]
  if (known === undefined) throw new Error(`no type in TypeScript is known for ${type}`)
  const many = element === type ? known : known.includes('|') ? `(${known})[]` : `${known}[]`
  return `      ${name}: ${many}${nullable && type !== 'jsonb' ? ' | null' : ''}`
}

/**
 * The values to which a check limits the column, or the elements of an array: `CHECK ((kind = ANY
 * (ARRAY['text'::text, …])))`.
 */
function valuesIn(checks: string[]): string | undefined {
  const [, values] =
    checks.map((check) => /^CHECK \(\(\w+ (?:= ANY \(|<@ )ARRAY\[([^\]]*)\]\)*$/.exec(check)).find(Boolean) ?? []
  return values?.replaceAll('::text', '').split(', ').join(' | ')
}
