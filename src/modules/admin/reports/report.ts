import type { Reader, Trx } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { type Page, type PageQuery, pageOf } from '../../../platform/page.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { findListings, type Listing } from '../../catalog/index.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import { findThanks, type ThanksWords } from '../../handover/index.ts'
import { findMembers, type Member } from '../../identity/index.ts'
import { findMessages, messagesBefore, textOf, type Message } from '../../messaging/index.ts'
import { ADMIN_CODES, type Report as ReportView } from '../contract.ts'
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

/** @throws NotFound REPORT_NOT_FOUND */
export async function lockReport(trx: Trx, id: string): Promise<Report> {
  const report = await Report.query(trx).findById(id).forNoKeyUpdate()
  if (!report) throw new NotFound('There is no such report', ADMIN_CODES.REPORT_NOT_FOUND)
  return report
}

/** A page of the open ones, oldest first, so that none waits for ever, or of the decided ones, latest first. */
export async function reportsIn(
  reader: Reader,
  { state, ...page }: PageQuery & { state: 'open' | 'decided' },
): Promise<Page<Report>> {
  const open = state === 'open'
  const [by, order, after] = open ? (['created_at', 'asc', '>'] as const) : (['decided_at', 'desc', '<'] as const)
  const query = Report.query(reader)
  void (open ? query.whereNull('decided_at') : query.whereNotNull('decided_at'))
  if (page.cursor !== undefined)
    void query.whereRaw(`(${by}, id) ${after} (select ${by}, id from report where id = ?)`, [page.cursor])
  const found = await query
    .orderBy(by, order)
    .orderBy('id', order)
    .limit(page.limit + 1)
  return pageOf(found, page)
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
  const people = reports.flatMap(({ reporterId, aboutId, decidedBy }) => [
    reporterId,
    aboutId,
    ...(decidedBy ? [decidedBy] : []),
  ])
  const members = await findMembers(reader, people)
  const counts = await countReports(reader, reports)
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
    reportsOfSubject: counts.get(report.subjectId) ?? 1,
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
  const photo = listing?.photos[0] ?? member?.profileImageUrl ?? null
  return {
    text: text ?? null,
    description: listing?.description ?? null,
    photo,
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

async function countReports(reader: Reader, reports: Report[]): Promise<Map<string, number>> {
  const ids = [...new Set(reports.map((report) => report.subjectId))]
  const { rows } = await reader.raw<{ rows: { subject_id: string; count: number }[] }>(
    'select subject_id, count(*)::int from report where subject_id = any(?::uuid[]) group by subject_id',
    [ids],
  )
  return new Map(rows.map((row) => [row.subject_id, row.count]))
}
