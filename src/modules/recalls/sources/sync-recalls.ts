import type { Context } from '../../../platform/context.ts'
import { type Reader, transact, type Trx } from '../../../platform/database.ts'
import { innermost } from '../../../platform/errors.ts'
import { RECALLS_CHANGED } from '../kept-index.ts'
import { type Recall, type Source, SOURCES } from '../recall.ts'
import { fetchCopy } from './fetch-copy.ts'
import { type Before, CopyRefused, mostBytes, readCopy, sourceOf } from './read-copy.ts'
import { SOURCE_RULES } from './sources.ts'

/** The outcome for a source's copy: so many recalls and what is odd among them, or why the last good one was kept. */
export type Synced = { source: Source } & (
  | { recalls: number; fresh: number; odd?: string }
  | { problem: 'away' | 'refused'; error: string }
)

/** Fetches what every source publishes today, one after the other; a broken one keeps nobody from the others. */
export async function syncRecalls(ctx: Context): Promise<Synced[]> {
  const synced: Synced[] = []
  for (const source of SOURCES) {
    const fetched = (before?: Before) =>
      fetchCopy(ctx.config, { url: SOURCE_RULES[source].url(ctx.config), most: mostBytes(before) })
    synced.push(await syncSource(ctx, source, fetched))
  }
  return synced
}

/** The same from a file of one of them. @throws CopyRefused for nobody's file */
export async function syncFile(ctx: Context, file: Buffer): Promise<Synced> {
  return syncSource(ctx, sourceOf(file), () => Promise.resolve(file))
}

async function syncSource(
  ctx: Context,
  source: Source,
  fetched: (before?: Before) => Promise<Buffer>,
): Promise<Synced> {
  const now = ctx.clock.now()
  let state: SourceState | undefined
  try {
    for (;;) {
      const known = (state = await stateOf(ctx.db, source))
      const before = await lastCopy(ctx.db, source)
      const file = await fetched(before)
      const { recalls, odd } = readCopy(source, file, before)
      const copy = { source, recalls, bytes: file.length, now }
      // Where somebody else was here while it was fetched, theirs may be newer: it is fetched once more.
      const fresh = await transact(ctx.db, (trx) => keepCopy(trx, copy, known))
      if (fresh !== undefined) return { source, recalls: recalls.length, fresh, ...(odd !== undefined && { odd }) }
    }
  } catch (error) {
    const problem = error instanceof CopyRefused ? 'refused' : 'away'
    const message = innermost(error).message.slice(0, 500)
    await ctx.db.raw(
      `insert into recall_source (source, failing_since, problem, error) values (:source, :now, :problem, :message)
       on conflict (source) do update set failing_since = coalesce(recall_source.failing_since, excluded.failing_since),
         problem = excluded.problem, error = excluded.error
       where recall_source.xmin::text = :state`,
      { source, now, problem, message, state: state ?? null },
    )
    return { source, problem, error: message }
  }
}

/** Another one each time that anything has become of the source: PostgreSQL's own mark of its row. */
type SourceState = string

async function stateOf(reader: Reader, source: Source): Promise<SourceState | undefined> {
  const { rows } = await reader.raw<{ rows: { state: SourceState }[] }>(
    'select xmin::text as state from recall_source where source = ?',
    [source],
  )
  return rows[0]?.state
}

async function lastCopy(reader: Reader, source: Source): Promise<Before | undefined> {
  const row = await reader('recall_source').where({ source }).whereNotNull('synced_at').first('bytes')
  if (!row) return undefined
  const [counted] = await reader('recall').where({ source }).count('*')
  return { bytes: Number(row.bytes), recalls: Number(counted?.count ?? 0) }
}

/** Takes the place of the copy before. @returns how many are new; undefined where the source is not as it was known */
async function keepCopy(
  trx: Trx,
  { source, recalls, bytes, now }: { source: Source; recalls: Recall[]; bytes: number; now: Date },
  known: SourceState | undefined,
): Promise<number | undefined> {
  // Two who sync at once take turns.
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`recalls:${source}`])
  if ((await stateOf(trx, source)) !== known) return undefined
  const values = { source, recalls: JSON.stringify(recalls), bytes, now }
  const { rows } = await trx.raw<{ rows: { fresh: boolean }[] }>(
    `insert into recall (key, source, date, brand, products, models, hazard, url, first_seen_at)
     select key, :source, date, brand, products, models, hazard, url, :now
     from jsonb_to_recordset(:recalls) as given (
       key text, date text, brand text, products text[], models text[], hazard text, url text
     )
     on conflict (key) do update set date = excluded.date, brand = excluded.brand, products = excluded.products,
       models = excluded.models, hazard = excluded.hazard, url = excluded.url,
       (first_seen_at, looked_at) = (
         select case when same then recall.first_seen_at else excluded.first_seen_at end,
           case when same then recall.looked_at end
         from (select (recall.brand, recall.products, recall.models) = (excluded.brand, excluded.products, excluded.models)) as now (same)
       )
     returning xmax = 0 as fresh`,
    values,
  )
  await trx.raw(
    `delete from recall where source = :source
       and key not in (select key from jsonb_to_recordset(:recalls) as given (key text))`,
    values,
  )
  await trx.raw(
    `insert into recall_source (source, synced_at, bytes) values (:source, :now, :bytes)
     on conflict (source) do update set synced_at = excluded.synced_at, bytes = excluded.bytes,
       failing_since = null, problem = null, error = null`,
    values,
  )
  await trx.raw('select pg_notify(?, ?)', [RECALLS_CHANGED, source])
  return rows.filter(({ fresh }) => fresh).length
}
