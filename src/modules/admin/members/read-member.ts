import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { NotFound } from '../../../platform/errors.ts'
import { sessionsOf } from '../../../platform/http/session/session.ts'
import { words } from '../../../platform/language/words.ts'
import { HANDOVER_CODES } from '../../handover/contract.ts'
import { keptPromises } from '../../handover/index.ts'
import { findMember, findMembers, suspensionOf } from '../../identity/index.ts'
import { cardMateIds, leadingLine, purchasesOf, salesOf, tradesInAll, type Order } from '../../purchasing/index.ts'
import { balanceByType, balanceOf } from '../../wallet/index.ts'
import { listDecisions } from '../appeals/appeal-act.ts'
import { recordReading } from '../log/record-reading.ts'
import { presentPerson } from './present-person.ts'
import { Report } from '../reports/report.ts'
import type { MemberFile } from './contract.ts'

const TEN = { limit: 10 }

/**
 * Everything about a member that an admin needs to judge them. What admins read of members' private data stands in the log.
 * @throws NotFound NEIGHBOUR_NOT_FOUND
 */
export async function readMember(ctx: Context, actorId: string, memberId: string): Promise<MemberFile> {
  const { db, clock } = ctx
  const now = clock.now()
  const member = await findMember(db, memberId)
  if (!member) throw new NotFound(words('There is no such neighbour'), HANDOVER_CODES.NEIGHBOUR_NOT_FOUND)
  await recordReading(ctx, actorId, 'member.read', [`member:${memberId}`])
  const suspension = await suspensionOf(db, memberId, now)
  const balance = await balanceOf(db, memberId)
  const bought = await purchasesOf(db, { buyerId: memberId, now, page: TEN })
  const sold = await salesOf(db, { sellerId: memberId, page: TEN })
  const reportsAbout = await reportsOf(db, actorId, { about_id: memberId })
  const reportsBy = await reportsOf(db, actorId, { reporter_id: memberId })
  const mates = await cardMateIds(db, memberId)
  const notes = await db('member_note').where({ member_id: memberId }).orderBy('created_at', 'desc').limit(50)
  const people = await findMembers(db, [
    ...bought.rows.map(({ sellerId }) => sellerId),
    ...sold.rows.map(({ buyerId }) => buyerId),
    ...reportsAbout.map(({ reporterId }) => reporterId),
    ...reportsBy.map(({ aboutId }) => aboutId),
    ...mates,
    ...notes.map((note) => note.author_id),
    ...(suspension ? [suspension.byId] : []),
  ])
  const person = (id: string) => presentPerson(people, id)
  const { id, firstName, lastName, email, profileImageUrl, defaultCity, isAdmin, createdAt, deletedAt } = member
  return {
    ...{ id, firstName, lastName, email, profileImageUrl, city: defaultCity, isAdmin },
    phoneEnds: member.defaultContactPhone?.replace(/\D/g, '').slice(-4) ?? null,
    createdAt: createdAt.toISOString(),
    hasLeft: deletedAt !== null,
    suspension: suspension && {
      id: suspension.id,
      until: suspension.until?.toISOString() ?? null,
      reason: suspension.reason,
      since: suspension.createdAt.toISOString(),
      by: person(suspension.byId),
    },
    tokens: formatHundredths(balance.tokens),
    tokensInEscrow: formatHundredths(balance.inEscrow),
    sources: (await balanceByType(db, memberId)).map(({ type, amount }) => ({
      type,
      amount: formatHundredths(amount),
    })),
    counts: await tradesInAll(db, memberId),
    trades: [
      ...bought.rows.map((order) => ({ ...tradeOf(order), side: 'bought' as const, other: person(order.sellerId) })),
      ...sold.rows.map((order) => ({ ...tradeOf(order), side: 'sold' as const, other: person(order.buyerId) })),
    ].toSorted((one, other) => other.at.localeCompare(one.at)),
    promises: await keptPromises(db, memberId),
    reportsAbout: reportsAbout.map((report) => ({ ...inShort(report), other: person(report.reporterId) })),
    reportsBy: reportsBy.map((report) => ({ ...inShort(report), other: person(report.aboutId) })),
    decisions: await listDecisions(db, memberId, now),
    devices: (await sessionsOf(db, memberId)).map(({ device, startedAt }) => ({ device, startedAt })),
    cardMates: mates.map(person),
    notes: notes.map((note) => ({
      id: note.id,
      words: note.words,
      by: person(note.author_id),
      createdAt: note.created_at.toISOString(),
    })),
  }
}

/** The latest. Who has reported the admin that asks isn't told to them. */
const reportsOf = (
  reader: Reader,
  callerId: string,
  whose: { about_id: string } | { reporter_id: string },
): Promise<Report[]> =>
  Report.query(reader).where(whose).whereNot({ about_id: callerId }).orderBy('created_at', 'desc').limit(20)

const inShort = ({ id, subjectKind: kind, reason, details, createdAt, decision }: Report) => ({
  ...{ id, kind, reason, details, decision },
  createdAt: createdAt.toISOString(),
})

const tradeOf = (order: Order) => ({
  id: order.id,
  title: order.lines.map(({ listingTitle }) => listingTitle).join(', '),
  state: leadingLine(order).state,
  at: (order.paidAt ?? order.reservedAt).toISOString(),
})
