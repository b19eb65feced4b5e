import type { Context } from '../../../platform/context.ts'
import { findMembers, type Member } from '../../identity/index.ts'
import { preferencesOf } from '../preferences/preference.ts'
import { claim, findDue, postpone, release, settle, type Due } from './due.ts'
import { digestLetter, singleLetter } from './letters.ts'
import { nextStep } from './plan.ts'

const MEMBERS_AT_A_TIME = 200
const MOST_FAILURES = 5

/**
 * Every minute: mails what is due, each notice once, alone or in the mail of the day, however many do this at once. If a
 * process dies between the mail server's acceptance and our record of it, the mail is sent again: twice is better than
 * never. What fails is tried again later; when several fail in a row the mail server is away, and this run ends.
 */
export async function deliverMails(ctx: Context): Promise<void> {
  let failures = 0
  for (;;) {
    const due = await findDue(ctx.db, 'mail', ctx.clock.now(), MEMBERS_AT_A_TIME)
    const byMember = Map.groupBy(due, ({ memberId }) => memberId)
    for (const parcel of await sortOut(ctx, byMember)) {
      failures = (await mail(ctx, parcel)) ? 0 : failures + 1
      if (failures === MOST_FAILURES) return
    }
    if (byMember.size < MEMBERS_AT_A_TIME) return
  }
}

/** Notices that leave in one mail: one of its own, or that of the day. */
interface Parcel {
  member: Member
  notices: Due[]
  isDigest: boolean
}

/** What leaves now. What is read or unwanted is settled, and what has to wait is put off. */
async function sortOut(ctx: Context, byMember: Map<string, Due[]>): Promise<Parcel[]> {
  const members = await findMembers(ctx.db, [...byMember.keys()])
  const preferences = await preferencesOf(ctx.db, [...byMember.keys()])
  const at = { now: ctx.clock.now(), timeZone: ctx.config.MARKET_TIME_ZONE }
  const never: string[] = []
  const later = new Map<string, Date>()
  const parcels: Parcel[] = []
  for (const [id, due] of byMember) {
    const member = members.get(id)
    const wanted = preferences.get(id)
    if (!member || !wanted || !hasMailbox(member)) {
      never.push(...due.map((notice) => notice.id))
      continue
    }
    const ofTheDay: Due[] = []
    for (const notice of due) {
      const step = nextStep(notice, wanted, at)
      if (step === 'never') never.push(notice.id)
      else if (step === 'digest') ofTheDay.push(notice)
      else if (step === 'single') parcels.push({ member, notices: [notice], isDigest: false })
      else later.set(notice.id, step)
    }
    if (ofTheDay.length > 0) parcels.push({ member, notices: ofTheDay, isDigest: true })
  }
  if (never.length > 0) await settle(ctx.db, 'mail', never, ctx.clock.now())
  if (later.size > 0) await postpone(ctx.db, 'mail', later)
  return parcels
}

/** Those of the demo are invented. */
const hasMailbox = ({ deletedAt, demoNote }: Member) => deletedAt === null && demoNote === null

/** @returns false when the mail server did not take it */
async function mail(ctx: Context, { member, notices, isDigest }: Parcel): Promise<boolean> {
  const claimed = await claim(
    ctx.db,
    'mail',
    notices.map(({ id }) => id),
    ctx.clock.now(),
  )
  const mine = notices.filter(({ id }) => claimed.has(id))
  const [first] = mine
  if (!first) return true
  const ids = mine.map(({ id }) => id)
  try {
    await ctx.mail.send(isDigest ? digestLetter(ctx.config, member, mine) : singleLetter(ctx.config, member, first))
  } catch (error) {
    ctx.log.warn({ err: error, notices: ids }, 'a mail about notices was not sent')
    await release(ctx.db, 'mail', ids, ctx.clock.now())
    return false
  }
  await settle(ctx.db, 'mail', ids, ctx.clock.now())
  return true
}
