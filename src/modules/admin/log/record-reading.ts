import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { recordChange } from './admin-action.ts'

/** Notes what an admin reads of members' private data, each once an hour. */
export async function recordReading(
  { db, clock }: Context,
  actorId: string,
  action: 'member.read' | 'message.read' | 'dispute.read',
  subjects: string[],
): Promise<void> {
  if (subjects.length === 0) return
  const now = clock.now()
  await transact(db, async (trx) => {
    // A page asks for several things at once.
    await trx.raw('lock table admin_action in share row exclusive mode')
    const read = await trx('admin_action')
      .where({ actor_id: actorId, action })
      .whereIn('subject', subjects)
      .where('created_at', '>', new Date(now.getTime() - HOUR_MS))
      .pluck('subject')
    for (const subject of new Set(subjects))
      if (!read.includes(subject)) await recordChange(trx, { actorId, action, subject, before: null, after: null, now })
  })
}
