import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { innermost } from '../../../platform/errors.ts'
import { RECALLS_CHANGED } from '../kept-index.ts'
import { type Recall, type Source, SOURCES } from '../recall.ts'
import { fetchCopy } from './fetch-copy.ts'
import { type Before, CopyRefused, mostBytes, readCopy, sourceOf } from './read-copy.ts'
import { SOURCE_RULES } from './sources.ts'

/** The outcome for a source's copy: so many recalls, or why the last good one was kept. */
export type Synced = { source: Source } & (
  | { recalls: number; fresh: number }
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
  try {
    const before = await lastCopy(ctx, source)
    const file = await fetched(before)
    const recalls = readCopy(source, file, before)
    const fresh = await transact(ctx.db, (trx) => keepCopy(trx, { source, recalls, bytes: file.length, now }))
    return { source, recalls: recalls.length, fresh }
  } catch (error) {
    const problem = error instanceof CopyRefused ? 'refused' : 'away'
    const message = innermost(error).message.slice(0, 500)
    await ctx.db.raw(
      `insert into recall_source (source, failing_since, problem, error) values (:source, :now, :problem, :message)
       on conflict (source) do update set failing_since = coalesce(recall_source.failing_since, excluded.failing_since),
         problem = excluded.problem, error = excluded.error`,
      { source, now, problem, message },
    )
    return { source, problem, error: message }
  }
}

async function lastCopy({ db }: Context, source: Source): Promise<Before | undefined> {
  const row = await db('recall_source').where({ source }).whereNotNull('synced_at').first('bytes')
  if (!row) return undefined
  const [counted] = await db('recall').where({ source }).count('*')
  return { bytes: Number(row.bytes), recalls: Number(counted?.count ?? 0) }
}

/** Takes the place of the copy before. @returns how many are new */
async function keepCopy(
  trx: Trx,
  { source, recalls, bytes, now }: { source: Source; recalls: Recall[]; bytes: number; now: Date },
): Promise<number> {
  // Two who sync at once take turns.
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`recalls:${source}`])
  const values = { source, recalls: JSON.stringify(recalls), bytes, now }
  const { rows } = await trx.raw<{ rows: { fresh: boolean }[] }>(
    `insert into recall (key, source, date, brand, products, models, hazard, url, first_seen_at)
     select key, :source, date, brand, products, models, hazard, url, :now
     from jsonb_to_recordset(:recalls) as given (
       key text, date text, brand text, products text[], models text[], hazard text, url text
     )
     on conflict (key) do update set date = excluded.date, brand = excluded.brand, products = excluded.products,
       models = excluded.models, hazard = excluded.hazard, url = excluded.url,
       looked_at = case when recall.products = excluded.products and recall.models = excluded.models then recall.looked_at end
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
