import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { availableCards } from '../../catalog/index.ts'
import { findMember, findMembers, isBlocked } from '../../identity/index.ts'
import { tradesOf } from '../../purchasing/index.ts'
import { TRADES_OF_A_NEIGHBOUR } from '../constants.ts'
import { HANDOVER_CODES, type Neighbour } from '../contract.ts'
import { keptPromises } from '../promises/kept-promises.ts'
import { IS_SHOWN, Thanks } from '../thanks/thanks.ts'

const MOST_THANKS = 30
const MOST_LISTINGS = 24

/**
 * The usual time a member takes to answer, in words; null where there is too little to tell. Messages are another
 * module's.
 */
export type UsualReply = (reader: Reader, memberId: string, now: Date) => Promise<string | null>

/**
 * A neighbour as everybody may see them.
 * @throws {NotFound} NEIGHBOUR_NOT_FOUND, also for who has left, and where either of the two has blocked the other
 */
export async function presentNeighbour(
  { db, clock }: Context,
  { memberId, callerId }: { memberId: string; callerId: string | null },
  usualReply: UsualReply,
): Promise<Neighbour> {
  const member = await findMember(db, memberId)
  const hidden = callerId !== null && (await isBlocked(db, callerId, memberId))
  if (!member || member.deletedAt || hidden)
    throw new NotFound('There is no such neighbour', HANDOVER_CODES.NEIGHBOUR_NOT_FOUND)
  const now = clock.now()
  const { trades, passedOn } = await tradesOf(db, memberId)
  const isNew = trades < TRADES_OF_A_NEIGHBOUR
  const promises = await keptPromises(db, memberId)
  return {
    id: member.id,
    firstName: member.firstName,
    picture: member.profileImageUrl,
    memberSince: member.createdAt.toISOString(),
    isNew,
    passedOn: isNew ? null : passedOn,
    appointments: isNew || promises.of === 0 ? null : promises,
    repliesIn: isNew ? null : await usualReply(db, memberId, now),
    thanks: await thanksFor(db, memberId, now),
    listings: await availableCards(db, { sellerIds: [memberId], except: [], most: MOST_LISTINGS }),
  }
}

async function thanksFor(reader: Reader, memberId: string, now: Date): Promise<Neighbour['thanks']> {
  const { rows: ids } = await reader.raw<{ rows: { id: string }[] }>(
    `select id from thanks where to_id = :memberId and ${IS_SHOWN} order by written_at desc, id limit ${MOST_THANKS}`,
    { memberId, now },
  )
  const rows = await Thanks.query(reader)
    .findByIds(ids.map(({ id }) => id))
    .orderBy([{ column: 'written_at', order: 'desc' }, 'id'])
  const members = await findMembers(
    reader,
    rows.map(({ fromId }) => fromId),
  )
  return rows.map(({ id, fromId, chips, words, writtenAt }) => {
    const from = members.get(fromId)
    const gone = !from || from.deletedAt
    return {
      id,
      from: { firstName: gone ? 'Former neighbour' : from.firstName, picture: gone ? null : from.profileImageUrl },
      chips,
      words,
      writtenAt: writtenAt.toISOString(),
    }
  })
}
