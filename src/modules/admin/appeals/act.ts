import type { Reader } from '../../../platform/database.ts'
import { findListing, isHiddenByAdmin } from '../../catalog/index.ts'
import { findThanks } from '../../handover/index.ts'
import { suspensionOf } from '../../identity/index.ts'
import { namesOf } from '../log/name-subjects.ts'
import type { ACTS } from './contract.ts'

/** A line of the log that tells somebody what was decided about them. */
export interface Act {
  id: string
  act: (typeof ACTS)[number]
  /** As in the log: `listing:<id>`. */
  subject: string
  subjectId: string
  aboutId: string
  actorId: string | null
  reason: string
  until: string | null
  at: Date
}

const COLUMNS = `id::text as id, action, subject, about_id as "aboutId", actor_id as "actorId", after, created_at as at`

interface Line extends Pick<Act, 'id' | 'aboutId' | 'actorId' | 'at'> {
  action: string
  subject: string
  after: { reason?: string; until?: string | null; hiddenReason?: string; decision?: string; note?: string } | null
}

/** Acts of admins about these members, latest first; the last 50. */
export async function actsAbout(reader: Reader, memberIds: string[]): Promise<Act[]> {
  const { rows } = await reader.raw<{ rows: Line[] }>(
    `select ${COLUMNS} from admin_action where about_id = any(?::uuid[])
     and action in ('member.suspend', 'listing.hide', 'report.decide')
       and not exists (select from undoable_act where action_id = admin_action.id and undone_at is not null) order by admin_action.id desc limit 50`,
    [memberIds],
  )
  return rows.flatMap((line) => actOf(line) ?? [])
}

/** The acts of these numbers, by number. */
export async function findActs(reader: Reader, ids: (string | bigint)[]): Promise<Map<string, Act>> {
  const { rows } = await reader.raw<{ rows: Line[] }>(
    `select ${COLUMNS} from admin_action where id = any(?::bigint[])`,
    [ids.map(String)],
  )
  return new Map(rows.flatMap((line) => actOf(line) ?? []).map((act) => [act.id, act]))
}

function actOf({ action, subject, after, ...line }: Line): Act | null {
  const act = kindOf(action, subject, after?.decision)
  if (act === null) return null
  const reason = after?.reason ?? after?.hiddenReason ?? after?.note ?? ''
  return {
    ...line,
    act,
    subject,
    subjectId: subject.slice(subject.indexOf(':') + 1),
    reason,
    until: after?.until ?? null,
  }
}

function kindOf(action: string, subject: string, decision: string | undefined): Act['act'] | null {
  if (action === 'member.suspend') return 'suspended'
  if (action === 'listing.hide') return 'hidden'
  if (action !== 'report.decide') return null
  if (decision === 'warn') return 'warned'
  if (decision !== 'hide') return null
  return subject.startsWith('thanks:') ? 'thanks-hidden' : 'hidden'
}

/** As it is shown to whom it concerns, and to admins. */
export async function presentActs(reader: Reader, acts: Act[]) {
  const names = await namesOf(
    reader,
    acts.map(({ subject }) => subject),
  )
  return new Map(
    acts.map(({ id, act, subject, reason, until, at }) => {
      const hasName = act === 'hidden' || act === 'thanks-hidden'
      const { name = null, listingId = null } = (hasName && names.get(subject)) || {}
      return [id, { id, act, name, listingId, reason, until, decidedAt: at.toISOString() }] as const
    }),
  )
}

/** Whether it still is as it was decided; a warning is said for good. */
export async function isInForce(reader: Reader, { act, subjectId, at }: Act, now: Date): Promise<boolean> {
  switch (act) {
    case 'warned':
      return true
    case 'suspended':
      return (await suspensionOf(reader, subjectId, now))?.createdAt.getTime() === at.getTime()
    case 'hidden': {
      const listing = await findListing(reader, subjectId)
      return listing !== null && isHiddenByAdmin(listing)
    }
    case 'thanks-hidden':
      return (await findThanks(reader, [subjectId])).get(subjectId)?.removedAt instanceof Date
  }
}
