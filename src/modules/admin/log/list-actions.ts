import type { Reader } from '../../../platform/database.ts'
import { findMembers } from '../../identity/index.ts'
import type { AdminAction } from './contract.ts'
import { namesOf } from './name-subjects.ts'
import { LOG_KINDS, type LogKind } from '../log-sentences.ts'
import { presentPerson } from '../members/present-person.ts'

interface Narrowed {
  /** Only what this admin did. */
  by?: string | undefined
  /** Only what is about this purchase. */
  purchase?: string | undefined
  kind?: LogKind | undefined
}

/** The most lines of the log that are downloaded at once. */
const MOST = 10_000

/** The latest 10,000. */
export async function latestActions(reader: Reader, now: Date, narrowed: Narrowed): Promise<AdminAction[]> {
  const all: AdminAction[] = []
  let cursor: string | undefined
  do {
    const { actions, next } = await listActions(reader, now, { ...narrowed, limit: 500, cursor })
    all.push(...actions)
    cursor = next
  } while (cursor !== undefined && all.length < MOST)
  return all
}

/** A page of what admins have changed, latest first; the cursor is the id of the last one before it. */
export async function listActions(
  reader: Reader,
  now: Date,
  { limit, cursor, by, kind, purchase }: Narrowed & { limit: number; cursor?: string | undefined },
): Promise<{ actions: AdminAction[]; next: string | undefined }> {
  const query = reader('admin_action')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) void query.where('id', '<', BigInt(cursor))
  if (by !== undefined) void query.where({ actor_id: by })
  if (purchase !== undefined) void query.where({ subject: `purchase:${purchase}` })
  if (kind !== undefined) void query.whereIn('action', LOG_KINDS[kind].actions)
  const rows = await query
  const page = rows.slice(0, limit)
  const undoable = await reader('undoable_act').whereIn(
    'action_id',
    page.map(({ id }) => id),
  )
  const waiting = new Map(undoable.map((row) => [row.action_id, row]))
  const actors = await findMembers(
    reader,
    page.flatMap((row) => row.actor_id ?? []),
  )
  const names = await namesOf(
    reader,
    page.map(({ subject }) => subject),
  )
  return {
    actions: page.map((row) => ({
      id: row.id.toString(),
      actor: row.actor_id === null ? null : presentPerson(actors, row.actor_id),
      action: row.action,
      subject: row.subject,
      name: names.get(row.subject)?.name ?? null,
      listingId: names.get(row.subject)?.listingId ?? null,
      before: row.before as AdminAction['before'],
      after: row.after as AdminAction['after'],
      createdAt: row.created_at.toISOString(),
      ...undoStateOf(waiting.get(row.id), now),
    })),
    next: rows.length > limit ? page.at(-1)?.id.toString() : undefined,
  }
}

function undoStateOf(row: { until: Date; undone_at: Date | null } | undefined, now: Date) {
  const undone = row !== undefined && row.undone_at !== null
  return { undoUntil: row && !undone && row.until > now ? row.until.toISOString() : null, undone }
}
