import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { findMembers } from '../../identity/index.ts'
import type { ClearableAlarm } from '../../purchasing/contract.ts'
import { clearAlarm as clear, findRings, openAlarms } from '../../purchasing/index.ts'
import type { OpenAlarm, Ring } from '../contract.ts'
import { writeAsAdmin } from '../log/admin-action.ts'
import { presentPerson } from '../members/present-person.ts'

/** Alarms that only a person can settle, with the members concerned. */
export async function listAlarms(reader: Reader): Promise<OpenAlarm[]> {
  const alarms = await openAlarms(reader)
  const members = await findMembers(
    reader,
    alarms.flatMap(({ memberIds, cardMemberIds }) => [...memberIds, ...cardMemberIds]),
  )
  return alarms.map(({ memberIds, cardMemberIds, since, ...alarm }) => ({
    ...alarm,
    since: since.toISOString(),
    members: memberIds.map((id) => presentPerson(members, id)),
    cardMembers: cardMemberIds.map((id) => presentPerson(members, id)),
  }))
}

/** @throws NotFound ALARM_NOT_FOUND */
export async function clearAlarm(
  ctx: Context,
  actorId: string,
  { kind, subject, word }: { kind: ClearableAlarm; subject: string; word: string },
): Promise<void> {
  await writeAsAdmin(ctx, actorId, async (trx, now) => {
    await clear(trx, { kind, subject, now })
    const change = { action: 'alarm.clear', subject: `${kind}:${subject}`, before: null, after: { word } }
    return { change, result: undefined }
  })
}

/** Members who trade with each other alone. */
export async function listRings(reader: Reader, now: Date): Promise<Ring[]> {
  const rings = await findRings(reader, now)
  const members = await findMembers(
    reader,
    rings.flatMap(({ memberIds }) => memberIds),
  )
  return rings.map(({ memberIds, since, ...ring }) => ({
    ...ring,
    since: since.toISOString(),
    members: memberIds.map((id) => presentPerson(members, id)),
  }))
}
