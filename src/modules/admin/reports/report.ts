import type { Reader, Trx } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { type Page, type PageQuery, pageOf } from '../../../platform/page.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { findListings, type Listing } from '../../catalog/index.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import { findThanks, type ThanksWords } from '../../handover/index.ts'
import { findMembers, type Member } from '../../identity/index.ts'
import { findMessages, messagesBefore, textOf, type Message } from '../../messaging/index.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import { type Report as ReportView } from './contract.ts'
import { presentPerson } from '../members/present-person.ts'

/** A report by a member to the admins. */
export class Report extends rowOf('report') {}

/** Whether any message of the conversation that this one is in was reported. */
export async function isReported(reader: Reader, messageId: string): Promise<boolean> {
  const message = (await findMessages(reader, [messageId])).get(messageId)
  if (!message) return false
  const about = await Report.query(reader)
    .where({ subject_kind: 'message' })
    .whereIn('about_id', [message.senderId, message.recipientId])
    .select('subject_id')
  const reported = await findMessages(
    reader,
    about.map(({ subjectId }) => subjectId),
  )
  return [...reported.values()].some(({ conversationId }) => conversationId === message.conversationId)
}

/** A leaving member's words are erased; what they have reported, and why, stays. */
export async function eraseReports(trx: Trx, memberId: string): Promise<void> {
  await Report.query(trx).where({ reporter_id: memberId }).patch({ details: null })
}

/** @throws NotFound REPORT_NOT_FOUND */
export async function lockReport(trx: Trx, id: string): Promise<Report> {
  const report = await Report.query(trx).findById(id).forNoKeyUpdate()
  if (!report) throw new NotFound('There is no such report', ADMIN_CODES.REPORT_NOT_FOUND)
  return report
}

/** The earlier one of two reports of the same, both open or decided together. */
const EARLIER = `
  from report earlier
  where earlier.subject_kind = report.subject_kind and earlier.subject_id = report.subject_id
    and earlier.decided_at is not distinct from report.decided_at
    and (earlier.created_at, earlier.id) < (report.created_at, report.id)`

/**
 * A page of the decided ones, the latest first: the first of those about the same stands for all. The reported one isn't told who
 * has reported them, an admin neither.
 */
export async function decidedReports(reader: Reader, callerId: string, page: PageQuery): Promise<Page<Report>> {
  const query = Report.query(reader)
    .whereNotNull('decided_at')
    .whereNot({ about_id: callerId })
    .whereRaw(`not exists (select ${EARLIER})`)
  if (page.cursor !== undefined)
    void query.whereRaw('(decided_at, id) < (select decided_at, id from report where id = ?)', [page.cursor])
  const found = await query
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  return pageOf(found, page)
}

/** These of the open ones. */
export const findOpenReports = async (reader: Reader, ids: string[]): Promise<Report[]> =>
  await Report.query(reader).findByIds(ids).whereNull('decided_at')

/** The most voices that are read about one thing. */
const VOICES = 20

/** The voices of all who have reported the same as each of these, the earliest first, and how many they are. */
async function voicesOf(reader: Reader, reports: Report[]): Promise<Map<string, { voices: Report[]; count: number }>> {
  const { rows } = await reader.raw<{ rows: { of: string; id: string; count: number }[] }>(
    `select report.id as of, voice.id, voice.count from report cross join lateral (
       select id, count(*) over ()::int as count from report other
       where other.subject_kind = report.subject_kind and other.subject_id = report.subject_id
         and other.decided_at is not distinct from report.decided_at
       order by created_at, id limit ${VOICES}
     ) voice where report.id = any(?::uuid[])`,
    [reports.map(({ id }) => id)],
  )
  const voices = await Report.query(reader)
    .findByIds(rows.map(({ id }) => id))
    .orderBy('created_at')
    .orderBy('id')
  return new Map(
    reports.map(({ id }) => {
      const mine = new Map(rows.flatMap((row) => (row.of === id ? [[row.id, row.count] as const] : [])))
      return [id, { voices: voices.filter((voice) => mine.has(voice.id)), count: [...mine.values()][0] ?? 1 }]
    }),
  )
}

export async function presentReports(reader: Reader, reports: Report[], manner: Manner): Promise<ReportView[]> {
  const idsOf = (kind: Report['subjectKind']) =>
    reports.filter((report) => report.subjectKind === kind).map((report) => report.subjectId)
  const listings = await findListings(reader, idsOf('listing'))
  const messages = await findMessages(reader, idsOf('message'))
  const open = reports.filter(({ subjectKind, decidedAt }) => subjectKind === 'message' && decidedAt === null)
  const before = await messagesBefore(
    reader,
    open.map(({ subjectId }) => subjectId),
    manner,
  )
  const thanks = await findThanks(reader, idsOf('thanks'))
  const voices = await voicesOf(reader, reports)
  const people = [...[...voices.values()].map((one) => one.voices), reports]
    .flat()
    .flatMap(({ reporterId, aboutId, decidedBy }) => [reporterId, aboutId, ...(decidedBy ? [decidedBy] : [])])
  const members = await findMembers(reader, people)
  return reports.map((report) => ({
    id: report.id,
    subject: {
      kind: report.subjectKind,
      id: report.subjectId,
      ...subjectOf(report, { listings, messages, members, thanks, manner }),
      before: (report.decidedAt === null && before.get(report.subjectId)) || [],
    },
    about: presentPerson(members, report.aboutId),
    reporter: presentPerson(members, report.reporterId),
    reason: report.reason,
    details: report.details,
    createdAt: report.createdAt.toISOString(),
    voices: (voices.get(report.id)?.voices ?? []).map(({ reporterId, reason, details, createdAt }) => ({
      reporter: presentPerson(members, reporterId),
      reason,
      details,
      createdAt: createdAt.toISOString(),
    })),
    reportsOfSubject: voices.get(report.id)?.count ?? 1,
    decision: presentDecision(report, members),
  }))
}

interface Subjects {
  listings: Map<string, Listing>
  messages: Map<string, Message>
  members: Map<string, Member>
  thanks: Map<string, ThanksWords>
  manner: Manner
}

function subjectOf({ subjectKind, subjectId }: Report, subjects: Subjects) {
  const { listings, messages, members, thanks, manner } = subjects
  const message = messages.get(subjectId)
  const listing = listings.get(subjectId)
  const member = members.get(subjectId)
  const text = {
    listing: () => listing?.title,
    message: () => message && textOf(message, manner),
    thanks: () => thanks.get(subjectId)?.text,
    member: () => [member?.firstName, member?.lastName].filter(Boolean).join(' ') || member?.email,
  }[subjectKind]()
  return {
    text: text ?? null,
    description: listing?.description ?? null,
    photos:
      {
        listing: () => listing?.photos.slice(0, 1),
        message: () => message?.photos,
        thanks: () => [],
        member: () => (member?.profileImageUrl ? [member.profileImageUrl] : []),
      }[subjectKind]() ?? [],
    listingId: listing && listing.status !== 'withdrawn' ? listing.id : null,
    hiddenAt: (listing?.hiddenAt ?? thanks.get(subjectId)?.removedAt)?.toISOString() ?? null,
  }
}

function presentDecision(report: Report, members: Map<string, Member>): ReportView['decision'] {
  const { decision, decisionNote, decidedAt, decidedBy } = report
  if (!decision || !decidedAt || !decidedBy) return null
  return {
    action: decision,
    note: decisionNote,
    decidedAt: decidedAt.toISOString(),
    by: presentPerson(members, decidedBy),
  }
}
