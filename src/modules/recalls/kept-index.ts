import type { Context } from '../../platform/context.ts'
import type { Reader } from '../../platform/database.ts'
import { keptUntilChanged, type KeptUntilChanged } from '../../platform/database/kept-until-changed.ts'
import type { Listener } from '../../platform/database/listener.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { indexRecalls, type RecallIndex } from './check/recall-index.ts'
import type { Recall } from './recall.ts'
import { STARTER } from './starter.ts'

/** PostgreSQL's channel: other recalls are known now. */
export const RECALLS_CHANGED = 'recalls_changed'

/** Each process keeps one. */
const indexes = new WeakMap<Listener, KeptUntilChanged<RecallIndex>>()

/** All recalls that are known, made ready to be looked up, and kept until there are others. */
export async function recallIndex({ db, listener }: Pick<Context, 'db' | 'listener'>): Promise<RecallIndex> {
  const kept =
    indexes.get(listener) ??
    keptUntilChanged<RecallIndex>(listener, {
      channel: RECALLS_CHANGED,
      maxAge: HOUR_MS,
      maxBytes: 1,
      bytesOf: () => 1,
      isKept: () => true,
    })
  indexes.set(listener, kept)
  return kept.read('all', async () => indexRecalls(await knownRecalls(db)))
}

/** A source that was never reached gives what is known of it from the start. */
async function knownRecalls(reader: Reader): Promise<Recall[]> {
  const [rows, reached] = await Promise.all([
    reader('recall').orderBy('date', 'desc'),
    reader('recall_source').whereNotNull('synced_at').select('source'),
  ])
  const starter = STARTER.filter(({ source }) => !reached.some((one) => one.source === source))
  return [...rows, ...starter]
}
