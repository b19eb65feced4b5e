import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import { sessionLives } from '../../../platform/http/session/session.ts'
import { mannerOf } from '../../../platform/language/manner.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import { translate } from '../../../platform/language/translate.ts'
import { say } from '../../../platform/language/words.ts'
import { recordFailure, recordSuccess } from '../../../platform/sending/outage.ts'
import type { PushSubscription } from '../../../platform/sending/push.ts'
import { noticeWords } from '../../../told.ts'
import { findMember } from '../../identity/index.ts'
import type { Kind, PushPayload } from '../contract.ts'
import { claim, type Due, findDue, findDueFor, type Parcel, postpone, release, settle } from '../delivery/due.ts'
import { nextPushStep } from '../delivery/plan.ts'
import { mostPerHour } from '../delivery/reach.ts'
import { detailsOf } from '../notice/about.ts'
import { preferencesOf } from '../preferences/preference.ts'

const MEMBERS_AT_A_TIME = 200
const MEMBERS_AT_ONCE = 20
const DAY_SECONDS = 24 * 60 * 60
/** A text of this length may stand on a screen; a message of push holds some 4000 bytes. */
const MOST_CHARACTERS = 300
/** Somebody waits. */
const URGENT: readonly Kind[] = ['messages', 'trades', 'reminders', 'account']

/**
 * Every minute: what is due goes to the browsers of its members, once to each, however many processes do this at once; what
 * has come in a member's quiet hours goes as one. If
 * one dies between the push service's acceptance and our record of it, the same goes out again, and takes the place of
 * the first on the screen. What fails is tried again later, at the browsers that have not got it. A slow service keeps one
 * place of those that push, never the others.
 */
export async function deliverPushes(ctx: Context): Promise<void> {
  for (;;) {
    const due = await findDue(ctx.db, 'push', ctx.clock.now(), MEMBERS_AT_A_TIME)
    const members = (await sortOut(ctx, due)).values()
    const pushNext = async () => {
      for (const parcels of members) await pushInTurn(ctx, parcels)
    }
    await Promise.all(Array.from({ length: MEMBERS_AT_ONCE }, pushNext))
    if (new Set(due.map(({ memberId }) => memberId)).size < MEMBERS_AT_A_TIME) return
  }
}

/** As soon as a member is told something; what can't leave now is left for `deliverPushes`. */
export async function pushToMember(ctx: Context, { memberId }: { memberId: string }): Promise<void> {
  const due = await findDueFor(ctx.db, 'push', ctx.clock.now(), memberId)
  for (const parcels of (await sortOut(ctx, due)).values()) await pushInTurn(ctx, parcels)
}

/** Pushes that are sent now, by member. Read or unwanted notices are settled, and those that have to wait are put off. */
async function sortOut(ctx: Context, due: Due[]): Promise<Map<string, Parcel[]>> {
  const preferences = await preferencesOf(ctx.db, [...new Set(due.map(({ memberId }) => memberId))])
  const at = { now: ctx.clock.now(), timeZone: ctx.site.timeZone }
  const never: string[] = []
  const later = new Map<string, Date>()
  const [alone, gathered]: [Due[], Due[]] = [[], []]
  for (const notice of due) {
    const wanted = preferences.get(notice.memberId)
    const step = wanted ? nextPushStep(notice, wanted, at) : 'never'
    if (step === 'single') alone.push(notice)
    else if (step === 'gathered') gathered.push(notice)
    else if (step === 'never') never.push(notice.id)
    else later.set(notice.id, step)
  }
  if (never.length > 0) await settle(ctx.db, 'push', never, at.now)
  if (later.size > 0) await postpone(ctx.db, 'push', later)
  const parcels = [
    ...Array.from(
      Map.groupBy(gathered, ({ memberId }) => memberId),
      ([memberId, notices]) => ({
        memberId,
        notices,
        limit: null,
      }),
    ),
    ...alone.map((notice) => ({ memberId: notice.memberId, notices: [notice], limit: limitOf(notice) })),
  ]
  return Map.groupBy(parcels, ({ memberId }) => memberId)
}

const limitOf = ({ fromId, key }: Due) => (fromId === null ? null : { fromId, perHour: mostPerHour(key, 'push') })

/** Oldest first; where one fails, the others wait a minute rather than fail as slowly. */
async function pushInTurn(ctx: Context, parcels: Parcel[]): Promise<void> {
  for (const [index, parcel] of parcels.entries()) {
    if (await push(ctx, parcel)) continue
    const soon = new Date(ctx.clock.now().getTime() + MINUTE_MS)
    const waiting = parcels.slice(index + 1).flatMap(({ notices }) => notices.map(({ id }) => [id, soon] as const))
    if (waiting.length > 0) await postpone(ctx.db, 'push', new Map(waiting))
    return
  }
}

/** @returns false when a push service did not take it */
async function push(ctx: Context, parcel: Parcel): Promise<boolean> {
  const { db, clock } = ctx
  const mine = await claim(db, 'push', parcel, clock.now())
  if (mine === 'too many') {
    await settle(
      db,
      'push',
      parcel.notices.map(({ id }) => id),
      clock.now(),
    )
    return true
  }
  if (mine.length === 0) return true
  const ids = mine.map(({ id }) => id)
  const devices = await findDevices(db, ids, clock.now())
  const member = devices.length > 0 ? await findMember(db, parcel.memberId) : null
  const manner = mannerOf(ctx, member)
  const outcomes = await Promise.all(
    devices.map((device) =>
      pushTo(
        ctx,
        mine.filter(({ id }) => device.lacks.includes(id)),
        { device, manner },
      ),
    ),
  )
  const withOutcome = (outcome: Outcome) => devices.filter((_, index) => outcomes[index] === outcome)
  await recordReached(db, ids, withOutcome('sent'))
  await endSubscriptions(db, withOutcome('gone'))
  const failure = outcomes.find((outcome) => outcome instanceof Error)
  if (outcomes.includes('sent')) await recordSuccess(db, 'push')
  else if (failure) await recordFailure(db, 'push', failure, clock.now())
  if (failure) await release(db, 'push', { ids, refused: true }, clock.now())
  else await settle(db, 'push', ids, clock.now())
  return !failure
}

type Outcome = 'sent' | 'gone' | Error

async function pushTo(
  ctx: Context,
  notices: Due[],
  { device, manner }: { device: Device; manner: Manner },
): Promise<Outcome> {
  const [first] = notices
  if (!first) return 'sent'
  const { title, body, path, picture } = notices.length === 1 ? wordsOf(first, manner) : gatheredWords(notices, manner)
  const payload: PushPayload = {
    title,
    body: device.showsDetails ? [...body].slice(0, MOST_CHARACTERS).join('') : '',
    path,
    ...(device.showsDetails && picture !== undefined && { picture }),
    tag: first.id,
  }
  const urgency = notices.some(({ kind }) => URGENT.includes(kind)) ? 'high' : 'normal'
  try {
    return await ctx.push.send(device, { payload, topic: first.id.replaceAll('-', ''), urgency, ttl: DAY_SECONDS })
  } catch (error) {
    ctx.log.warn(
      { err: error, notice: first.id, service: new URL(device.endpoint).hostname },
      'a notice was not pushed',
    )
    return error instanceof Error ? error : new Error(String(error))
  }
}

type Shown = Omit<PushPayload, 'tag'>

function wordsOf(notice: Due, manner: Manner): Shown {
  const { title, body } = noticeWords(notice, manner)
  const details = detailsOf(notice.about, manner)
  return {
    title,
    body: details === null ? body : `${body}\n${details}`,
    path: notice.path ?? '/notifications',
    ...(notice.about?.picture !== undefined && { picture: notice.about.picture }),
  }
}

/** A line for each. */
function gatheredWords(notices: Due[], manner: Manner): Shown {
  return {
    title: translate(
      manner.language,
      say('{count, plural, one {# new thing for you} other {# new things for you}}', { count: notices.length }),
    ),
    body: notices.map((notice) => noticeWords(notice, manner).body.replaceAll(/\s*\n\s*/g, ' ')).join('\n'),
    path: '/notifications',
  }
}

interface Device extends PushSubscription {
  id: string
  showsDetails: boolean
  /** The notices that it has not got yet. */
  lacks: string[]
}

/** The browsers that the notices are still to go to: none with what is read, and none that has been signed out. */
async function findDevices(reader: Reader, noticeIds: string[], now: Date): Promise<Device[]> {
  const { rows } = await reader.raw<{ rows: Device[] }>(
    `select push_subscription.id, endpoint, p256dh, auth, shows_details as "showsDetails", array_agg(notice.id) as lacks
     from notice
       join notice_delivery on notice_id = notice.id and channel = 'push'
       join push_subscription using (member_id)
     where notice.id = any (:noticeIds) and read_at is null and push_subscription.id <> all (reached)
       and ${sessionLives('push_subscription.session', ':now')}
     group by push_subscription.id`,
    { noticeIds, now },
  )
  return rows
}

async function recordReached(reader: Reader, noticeIds: string[], devices: Device[]): Promise<void> {
  if (devices.length === 0) return
  await reader.raw(
    `update notice_delivery set reached = reached || :ids::uuid[]
     where notice_id = any (:noticeIds) and channel = 'push'`,
    { noticeIds, ids: devices.map(({ id }) => id) },
  )
}

async function endSubscriptions(reader: Reader, devices: Device[]): Promise<void> {
  const ended = devices.map(({ endpoint }) => endpoint)
  if (ended.length > 0) await reader('push_subscription').whereIn('endpoint', ended).delete()
}
