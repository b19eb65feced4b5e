import { HOUR_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import { mannerOf } from '../../../platform/language/manner.ts'
import { MailRefused } from '../../../platform/sending/mail.ts'
import type { NightDigest } from '../../../platform/sending/mail-layout.ts'
import { sendMail } from '../../../platform/sending/outage.ts'
import { findMembers, type Member } from '../../identity/index.ts'
import { preferencesOf } from '../preferences/preference.ts'
import { claim, findDue, postpone, reachedBy, release, settle, type Due, type Parcel } from './due.ts'
import { digestLetter, singleLetter, summaryLetter } from './letters.ts'
import { nextStep } from './plan.ts'
import { mostPerHour } from './reach.ts'

const MEMBERS_AT_A_TIME = 200
const MOST_FAILURES = 5

/**
 * Every minute: mails what is due, each notice once, alone or in the mail of the day, however many do this at once. If a
 * process dies between the mail server's acceptance and our record of it, the mail is sent again: twice is better than
 * never. What fails is tried again later; when several fail in a row the mail server is away, and this run ends. Of what one
 * member causes another, so much leaves by itself, and the rest in one mail.
 * @param digest of the ledger, which stands in the foot of each mail
 */
export async function deliverMails(ctx: Context, digest?: NightDigest): Promise<void> {
  let failures = 0
  for (;;) {
    const due = await findDue(ctx.db, 'mail', ctx.clock.now(), MEMBERS_AT_A_TIME)
    const byMember = Map.groupBy(due, ({ memberId }) => memberId)
    for (const parcel of await sortOut(ctx, byMember)) {
      failures = (await mail(ctx, parcel, digest)) ? 0 : failures + 1
      if (failures === MOST_FAILURES) return
    }
    if (byMember.size < MEMBERS_AT_A_TIME) return
  }
}

/** Notices that leave in one mail. */
interface MailParcel extends Parcel {
  member: Member
  letter: 'single' | 'digest' | 'summary'
}

/** Mails that leave now. Read or unwanted notices are settled, and those that have to wait are put off. */
async function sortOut(ctx: Context, byMember: Map<string, Due[]>): Promise<MailParcel[]> {
  const members = await findMembers(ctx.db, [...byMember.keys()])
  const preferences = await preferencesOf(ctx.db, [...byMember.keys()])
  const at = { now: ctx.clock.now(), timeZone: ctx.site.timeZone }
  const never: string[] = []
  const later = new Map<string, Date>()
  const parcels: MailParcel[] = []
  for (const [memberId, due] of byMember) {
    const member = members.get(memberId)
    const wanted = preferences.get(memberId)
    if (!member || !wanted || !hasMailbox(member)) {
      never.push(...due.map((notice) => notice.id))
      continue
    }
    const of = { memberId, member, limit: null }
    const [alone, ofTheDay]: [Due[], Due[]] = [[], []]
    for (const notice of due) {
      const step = nextStep(notice, wanted, at)
      if (step === 'never') never.push(notice.id)
      else if (step === 'digest') ofTheDay.push(notice)
      else if (step === 'single') alone.push(notice)
      else later.set(notice.id, step)
    }
    if (ofTheDay.length > 0) parcels.push({ ...of, notices: ofTheDay, letter: 'digest' })
    for (const [fromId, notices] of Map.groupBy(alone, (notice) => notice.fromId)) {
      if (fromId !== null) parcels.push(...(await withinReach(ctx, member, { fromId, notices, later })))
      else parcels.push(...notices.map((notice) => ({ ...of, notices: [notice], letter: 'single' as const })))
    }
  }
  if (never.length > 0) await settle(ctx.db, 'mail', never, ctx.clock.now())
  if (later.size > 0) await postpone(ctx.db, 'mail', later)
  return parcels
}

/** The addresses of the demo are invented. */
const hasMailbox = ({ deletedAt, demoNote }: Member) => deletedAt === null && demoNote === null

/**
 * Notices that one member has caused another: each by itself while there is room for all of its limit, later where
 * there is none. Where there is room for some, it leaves in one mail with all that has a stricter limit.
 */
async function withinReach(
  ctx: Context,
  member: Member,
  { fromId, notices, later }: { fromId: string; notices: Due[]; later: Map<string, Date> },
): Promise<MailParcel[]> {
  const now = ctx.clock.now()
  const reached = await reachedBy(ctx.db, 'mail', { memberId: member.id, fromId }, now)
  const parcels: MailParcel[] = []
  const byLimit = [...Map.groupBy(notices, ({ key }) => mostPerHour(key, 'mail'))].sort(([one], [other]) => other - one)
  for (const [index, [perHour, group]] of byLimit.entries()) {
    const room = perHour - reached.count - parcels.length
    const parcel = { memberId: member.id, member, limit: { fromId, perHour } }
    if (room <= 0) {
      for (const { id } of group) later.set(id, reached.endsAt ?? new Date(now.getTime() + HOUR_MS))
    } else if (group.length > room) {
      const rest = byLimit.slice(index).flatMap(([, others]) => others)
      return [...parcels, { ...parcel, notices: rest, letter: 'summary' }]
    } else parcels.push(...group.map((notice) => ({ ...parcel, notices: [notice], letter: 'single' as const })))
  }
  return parcels
}

const LETTERS = { digest: digestLetter, summary: summaryLetter }

/** @returns false when the mail server did not take it */
async function mail(ctx: Context, parcel: MailParcel, digest: NightDigest | undefined): Promise<boolean> {
  const { db, clock, config } = ctx
  const { letter } = parcel
  const { id, email, firstName } = parcel.member
  const reader = { id, email, firstName, manner: mannerOf(ctx, parcel.member), digest }
  const now = clock.now()
  const mine = await claim(db, 'mail', parcel, now)
  // The next run sees how much room there is.
  if (mine === 'too many') return true
  const [first] = mine
  if (!first) return true
  const ids = mine.map((notice) => notice.id)
  try {
    await sendMail(
      ctx,
      letter === 'single' ? singleLetter(config, reader, first, now) : LETTERS[letter](config, reader, mine, now),
    )
  } catch (error) {
    ctx.log.warn({ err: error, notices: ids }, 'a mail about notices was not sent')
    await release(db, 'mail', { ids, refused: error instanceof MailRefused }, clock.now())
    return false
  }
  await settle(db, 'mail', ids, clock.now())
  return true
}
