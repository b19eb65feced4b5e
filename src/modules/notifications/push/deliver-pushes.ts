import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { sessionLives } from '../../../platform/http/session/session.ts'
import { mannerOf } from '../../../platform/language/manner.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import { recordFailure, recordSuccess } from '../../../platform/sending/outage.ts'
import type { PushSubscription } from '../../../platform/sending/push.ts'
import { noticeWords } from '../../../told.ts'
import { findMember } from '../../identity/index.ts'
import type { Kind, PushPayload } from '../contract.ts'
import { claim, type Due, findDue, findDueFor, postpone, release, settle } from '../delivery/due.ts'
import { nextPushStep } from '../delivery/plan.ts'
import { mostPerHour } from '../delivery/reach.ts'
import { preferencesOf } from '../preferences/preference.ts'

const MEMBERS_AT_A_TIME = 200
const MEMBERS_AT_ONCE = 20
const DAY_SECONDS = 24 * 60 * 60
/** A text of this length may stand on a screen; a message of push holds some 4000 bytes. */
const MOST_CHARACTERS = 300
/** Somebody waits. */
const URGENT: readonly Kind[] = ['messages', 'trades', 'reminders', 'account']

/**
 * Every minute: what is due goes to the browsers of its members, once to each, however many processes do this at once. If
 * one dies between the push service's acceptance and our record of it, the same goes out again, and takes the place of
 * the first on the screen. What fails is tried again later, at the browsers that have not got it. A slow service keeps one
 * place of those that push, never the others.
 */
export async function deliverPushes(ctx: Context): Promise<void> {
  for (;;) {
    const due = await findDue(ctx.db, 'push', ctx.clock.now(), MEMBERS_AT_A_TIME)
    const members = (await sortOut(ctx, due)).values()
    const pushNext = async () => {
      for (const notices of members) await pushInTurn(ctx, notices)
    }
    await Promise.all(Array.from({ length: MEMBERS_AT_ONCE }, pushNext))
    if (new Set(due.map(({ memberId }) => memberId)).size < MEMBERS_AT_A_TIME) return
  }
}

/** As soon as a member is told something; what can't leave now is left for `deliverPushes`. */
export async function pushToMember(ctx: Context, { memberId }: { memberId: string }): Promise<void> {
  const due = await findDueFor(ctx.db, 'push', ctx.clock.now(), memberId)
  for (const notices of (await sortOut(ctx, due)).values()) await pushInTurn(ctx, notices)
}

/** Pushes that are sent now, by member. Read or unwanted notices are settled, and those that have to wait are put off. */
async function sortOut(ctx: Context, due: Due[]): Promise<Map<string, Due[]>> {
  const preferences = await preferencesOf(ctx.db, [...new Set(due.map(({ memberId }) => memberId))])
  const at = { now: ctx.clock.now(), timeZone: ctx.site.timeZone }
  const never: string[] = []
  const later = new Map<string, Date>()
  const pushed: Due[] = []
  for (const notice of due) {
    const wanted = preferences.get(notice.memberId)
    const step = wanted ? nextPushStep(notice, wanted, at) : 'never'
    if (step === 'now') pushed.push(notice)
    else if (step === 'never') never.push(notice.id)
    else later.set(notice.id, step)
  }
  if (never.length > 0) await settle(ctx.db, 'push', never, at.now)
  if (later.size > 0) await postpone(ctx.db, 'push', later)
  return Map.groupBy(pushed, ({ memberId }) => memberId)
}

/** Oldest first; where one fails, the others wait a minute rather than fail as slowly. */
async function pushInTurn(ctx: Context, notices: Due[]): Promise<void> {
  for (const [index, notice] of notices.entries()) {
    if (await push(ctx, notice)) continue
    const soon = new Date(ctx.clock.now().getTime() + MINUTE_MS)
    const waiting = notices.slice(index + 1).map(({ id }) => [id, soon] as const)
    if (waiting.length > 0) await postpone(ctx.db, 'push', new Map(waiting))
    return
  }
}

/** @returns false when a push service did not take it */
async function push(ctx: Context, notice: Due): Promise<boolean> {
  const { db, clock } = ctx
  const { id, memberId, fromId, key } = notice
  const limit = fromId === null ? null : { fromId, perHour: mostPerHour(key, 'push') }
  const mine = await claim(db, 'push', { memberId, notices: [notice], limit }, clock.now())
  if (mine === 'too many') await settle(db, 'push', [id], clock.now())
  if (mine === 'too many' || mine.length === 0) return true
  const devices = await findDevices(db, id, clock.now())
  const member = devices.length > 0 ? await findMember(db, memberId) : null
  const manner = mannerOf(ctx, member)
  const outcomes = await Promise.all(devices.map((device) => pushTo(ctx, notice, { device, manner })))
  const withOutcome = (outcome: Outcome) => devices.filter((_, index) => outcomes[index] === outcome)
  await recordReached(db, id, withOutcome('sent'))
  await endSubscriptions(db, withOutcome('gone'))
  const failure = outcomes.find((outcome) => outcome instanceof Error)
  if (outcomes.includes('sent')) await recordSuccess(db, 'push')
  else if (failure) await recordFailure(db, 'push', failure, clock.now())
  if (failure) await release(db, 'push', { ids: [id], refused: true }, clock.now())
  else await settle(db, 'push', [id], clock.now())
  return !failure
}

type Outcome = 'sent' | 'gone' | Error

async function pushTo(
  ctx: Context,
  notice: Due,
  { device, manner }: { device: Device; manner: Manner },
): Promise<Outcome> {
  const { id, kind, path } = notice
  const { title, body } = noticeWords(notice, manner)
  const payload: PushPayload = {
    title,
    body: device.showsDetails ? [...body].slice(0, MOST_CHARACTERS).join('') : '',
    path: path ?? '/notifications',
    tag: id,
  }
  const urgency = URGENT.includes(kind) ? 'high' : 'normal'
  try {
    return await ctx.push.send(device, { payload, topic: id.replaceAll('-', ''), urgency, ttl: DAY_SECONDS })
  } catch (error) {
    ctx.log.warn({ err: error, notice: id, service: new URL(device.endpoint).hostname }, 'a notice was not pushed')
    return error instanceof Error ? error : new Error(String(error))
  }
}

interface Device extends PushSubscription {
  id: string
  showsDetails: boolean
}

/** The browsers that the notice is still to go to: none once it is read, and none that has been signed out. */
async function findDevices(reader: Reader, noticeId: string, now: Date): Promise<Device[]> {
  const { rows } = await reader.raw<{ rows: Device[] }>(
    `select push_subscription.id, endpoint, p256dh, auth, shows_details as "showsDetails"
     from notice
       join notice_delivery on notice_id = notice.id and channel = 'push'
       join push_subscription using (member_id)
     where notice.id = :noticeId and read_at is null and push_subscription.id <> all (reached)
       and ${sessionLives('push_subscription.session', ':now')}`,
    { noticeId, now },
  )
  return rows
}

async function recordReached(reader: Reader, noticeId: string, devices: Device[]): Promise<void> {
  if (devices.length === 0) return
  await reader.raw(
    `update notice_delivery set reached = reached || :ids::uuid[] where notice_id = :noticeId and channel = 'push'`,
    { noticeId, ids: devices.map(({ id }) => id) },
  )
}

async function endSubscriptions(reader: Reader, devices: Device[]): Promise<void> {
  const ended = devices.map(({ endpoint }) => endpoint)
  if (ended.length > 0) await reader('push_subscription').whereIn('endpoint', ended).delete()
}
