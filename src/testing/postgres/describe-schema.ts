import type { Database } from '../../platform/database.ts'

/** `line` stands under the object of that name; lines of one object are sorted, so the order of columns doesn't matter. */
const LINES = `
  select 'extension ' || extname as object, '' as line from pg_extension where extname <> 'plpgsql'
  union all
  select format('%s %s', case relkind when 'v' then 'view' else 'table' end, relname), ''
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
  union all
  select 'table ' || relname,
      format('column %s %s', attname, format_type(atttypid, atttypmod))
        || case when attnotnull then ' not null' else '' end
        || case attidentity when 'a' then ' identity' else '' end
        || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
        || coalesce(' -- ' || col_description(attrelid, attnum), '')
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
  union all
  select 'table ' || relname, format('constraint %s %s', conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where connamespace = 'public'::regnamespace and contype <> 'n'
  union all
  select 'table ' || tablename, indexdef from pg_indexes
    where schemaname = 'public' and indexname not in (select conname from pg_constraint)
  union all
  select 'table ' || relname, pg_get_triggerdef(pg_trigger.oid) from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal
  union all
  select 'table ' || relname, unnest(reloptions) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  union all
  select 'table ' || relname, 'comment ' || obj_description(oid, 'pg_class')
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  union all
  select 'table ' || relname, format('statistics of %s to %s', attname, attstattarget)
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attstattarget >= 0
  union all
  select 'table ' || relname, pg_get_statisticsobjdef(pg_statistic_ext.oid)
    from pg_statistic_ext join pg_class on pg_class.oid = stxrelid where relnamespace = 'public'::regnamespace
  union all
  select 'view ' || viewname, definition from pg_views where schemaname = 'public'
  union all
  select 'function ' || proname, pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
`

/** Everything that the migrations make, as text: tables, views, functions and extensions by name, their parts by text. */
export async function describeSchema(db: Database): Promise<string> {
  const { rows } = await db.raw<{ rows: { object: string; lines: string[] }[] }>(`
    select object, array_agg(line order by line collate "C") as lines from (${LINES}) as described
    where object not like 'table migration%'
    group by object order by object collate "C"
  `)
  return (
    rows.map(({ object, lines }) => [object, ...lines.filter(Boolean).map(indented)].join('\n')).join('\n\n') + '\n'
  )
}

const indented = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => `  ${line.trim()}`)
    .join('\n')
