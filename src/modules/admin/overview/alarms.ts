import type { Context } from '../../../platform/context.ts'
import type { Reader, Trx } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { clearCopies, findCopies } from '../../catalog/index.ts'
import { findMembers } from '../../identity/index.ts'
import { PURCHASING_CODES } from '../../purchasing/contract.ts'
import { clearAlarm as clear, findAlarms, findRings } from '../../purchasing/index.ts'
import type { OpenAlarm, Ring } from './contract.ts'
import { writeAsAdmin } from '../log/admin-action.ts'
import { presentPerson } from '../members/present-person.ts'
import { refuseOwn } from '../refuse-own.ts'
import { isOwnWork } from './work.ts'

/** These of the alarms that only a person can settle, with the members concerned, in no order. */
export async function presentAlarms(
  reader: Reader,
  named: Pick<OpenAlarm, 'kind' | 'subject'>[],
): Promise<OpenAlarm[]> {
  const ofTrades = named.flatMap(({ kind, subject }) => (kind === 'copied_photo' ? [] : [{ kind, subject }]))
  const [trades, copies] = await Promise.all([
    findAlarms(reader, ofTrades),
    findCopies(
      reader,
      named.flatMap(({ kind, subject }) => (kind === 'copied_photo' ? [subject] : [])),
    ),
  ])
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
  ]
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

/** @throws NotFound ALARM_NOT_FOUND; Conflict OWN_SUBJECT */
export async function clearAlarm(
  ctx: Context,
  actorId: string,
  { kind, subject, word }: { kind: OpenAlarm['kind']; subject: string; word: string },
): Promise<void> {
  await writeAsAdmin(ctx, actorId, async (trx, now) => {
    const id = `alarm:${kind}:${subject}`
    if (await isOwnWork(trx, { id, memberId: actorId, now })) refuseOwn(actorId, actorId)
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
