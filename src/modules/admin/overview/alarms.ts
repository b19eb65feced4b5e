import type { Context } from '../../../platform/context.ts'
import type { Reader, Trx } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { clearCopies, openCopies } from '../../catalog/index.ts'
import { findMembers } from '../../identity/index.ts'
import { PURCHASING_CODES } from '../../purchasing/contract.ts'
import { clearAlarm as clear, findRings, openAlarms } from '../../purchasing/index.ts'
import type { OpenAlarm, Ring } from './contract.ts'
import { writeAsAdmin } from '../log/admin-action.ts'
import { presentPerson } from '../members/present-person.ts'

/** So many of each sort are shown; the others follow when these are cleared. */
const SHOWN = 200

/** Alarms that only a person can settle, with the members concerned. */
export async function listAlarms(reader: Reader): Promise<OpenAlarm[]> {
  const [trades, copies] = await Promise.all([openAlarms(reader), openCopies(reader, SHOWN)])
  const alarms = [
    ...trades.map((alarm) => ({ ...alarm, listingIds: [] })),
    ...copies.map(({ listingId, likeIds, ...copy }) => ({
      ...copy,
      kind: 'copied_photo' as const,
      subject: listingId,
      listingIds: [listingId, ...likeIds],
      problem: null,
      cardMemberIds: [],
    })),
  ].toSorted((one, other) => one.since.getTime() - other.since.getTime())
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
  { kind, subject, word }: { kind: OpenAlarm['kind']; subject: string; word: string },
): Promise<void> {
  await writeAsAdmin(ctx, actorId, async (trx, now) => {
    if (kind === 'copied_photo') await clearCopied(trx, subject, now)
    else await clear(trx, { kind, subject, now })
    const change = { action: 'alarm.clear', subject: `${kind}:${subject}`, before: null, after: { word } }
    return { change, result: undefined }
  })
}

async function clearCopied(trx: Trx, listingId: string, now: Date): Promise<void> {
  if (await clearCopies(trx, { listingId, now })) return
  throw new NotFound('This alarm has been cleared already', PURCHASING_CODES.ALARM_NOT_FOUND)
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
