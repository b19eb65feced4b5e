import type { Reader } from '../../../platform/database.ts'
import { findMembers } from '../../identity/index.ts'
import type { AdminAction } from '../contract.ts'
import { namesOf } from './name-subjects.ts'
import { presentPerson } from '../members/present-person.ts'

/** A page of what admins have changed, latest first; the cursor is the id of the last one before it. */
export async function listActions(
  reader: Reader,
  now: Date,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ actions: AdminAction[]; next: string | undefined }> {
  const query = reader('admin_action')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) void query.where('id', '<', BigInt(cursor))
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
