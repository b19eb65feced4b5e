import { DAY_MS } from '../../../platform/durations.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { transact, type Reader } from '../../../platform/database.ts'
import { NotFound, NotSignedIn } from '../../../platform/errors.ts'
import { isSessionAlive, type Caller } from '../../../platform/http/session/session.ts'
import { findMember, requireMember } from '../../identity/index.ts'
import { findOrders } from '../../purchasing/index.ts'
import { formatFacts, type Fact, type Manner } from '../../../platform/language/facts.ts'
import { mannerOf } from '../../../platform/language/manner.ts'
import { words } from '../../../platform/language/words.ts'
import { Appointment, isAgreed, standingOf, type Agreed } from '../appointment/appointment.ts'
import { HANDOVER_CODES } from '../contract.ts'
import { presentTrade } from '../trade/present-trade.ts'
import { cardPath, titleOf } from '../trade/announce.ts'
import { findTrade, sideOf } from '../trade/trade.ts'
import { toCalendar, type CalendarEvent } from './ical.ts'

/** A feed shows appointments for so many days after they are over. */
const DAYS_BACK = 30
const MOST_EVENTS = 200

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** The member's calendar feed, which stands at a secret address. */
export async function calendarFeedOf(reader: Reader, memberId: string): Promise<{ createdAt: string | null }> {
  const row = await reader('calendar_feed').where({ member_id: memberId }).first()
  return { createdAt: row?.created_at.toISOString() ?? null }
}

/**
 * Makes a secret address; only its hash is kept. The one before is dead.
 * @throws NotSignedIn when they have left, or have signed out meanwhile
 */
export async function openCalendarFeed(
  ctx: Context,
  { memberId, session }: { memberId: string; session: string },
): Promise<{ url: string; createdAt: string }> {
  const secret = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  await transact(ctx.db, async (trx) => {
    await requireMember(trx, memberId, 'turns')
    if (!(await isSessionAlive(trx, session, now))) throw new NotSignedIn()
    await trx('calendar_feed')
      .insert({ member_id: memberId, secret_hash: hashOf(secret), created_at: now })
      .onConflict('member_id')
      .merge(['secret_hash', 'created_at'])
  })
  return { url: `${ctx.config.publicUrl}/api/calendar/${secret}.ics`, createdAt: now.toISOString() }
}

export async function closeCalendarFeed(reader: Reader, memberId: string): Promise<void> {
  await reader('calendar_feed').where({ member_id: memberId }).delete()
}

/** The appointments of whom the secret is. @throws NotFound FEED_NOT_FOUND */
export async function readCalendarFeed(ctx: Context, secret: string): Promise<string> {
  const feed = await ctx
    .db('calendar_feed')
    .where({ secret_hash: hashOf(secret.replace(/\.ics$/, '')) })
    .first()
  if (!feed) throw new NotFound('There is no such calendar', HANDOVER_CODES.FEED_NOT_FOUND)
  const agreed = await appointmentsOf(ctx, feed.member_id)
  const manner = mannerOf(ctx, await findMember(ctx.db, feed.member_id))
  const orders = await findOrders(
    ctx.db,
    agreed.map(({ purchaseId }) => purchaseId),
  )
  return toCalendar(
    ctx.site.name,
    agreed.flatMap((appointment) => {
      const order = orders.get(appointment.purchaseId)
      const side = order && sideOf(order, feed.member_id)
      // A purchase that was called off is not fetched any more.
      if (!order || !side || order.lines.every(({ cancelledAt }) => cancelledAt !== null)) return []
      return [eventOf(ctx, appointment, { things: titleOf(order), fetched: side === 'buyer', location: null, manner })]
    }),
  )
}

/**
 * The appointment of a trade, with the address for those who may see it.
 * @throws {NotFound} PURCHASE_NOT_FOUND, NO_APPOINTMENT
 */
export async function appointmentFile(
  ctx: Context,
  purchaseId: string,
  { caller, manner }: { caller: Caller; manner: Manner },
): Promise<string> {
  const trade = await findTrade(ctx.db, purchaseId, { id: caller.id, access: 'member' })
  const { agreed } = await standingOf(ctx.db, trade.order.id)
  if (!agreed) throw new NotFound('There is no appointment yet', HANDOVER_CODES.NO_APPOINTMENT)
  const { pickup } = await presentTrade(ctx, ctx.db, trade)
  const location = pickup && `${pickup.pickupAddress}, ${pickup.city}`
  const about = { things: titleOf(trade.order), fetched: trade.side === 'buyer', location, manner }
  return toCalendar(ctx.site.name, [eventOf(ctx, agreed, about)])
}

async function appointmentsOf(ctx: Context, memberId: string): Promise<Agreed[]> {
  const since = new Date(ctx.clock.now().getTime() - DAYS_BACK * DAY_MS)
  const rows = await Appointment.query(ctx.db)
    .where((own) => void own.where({ buyer_id: memberId }).orWhere({ seller_id: memberId }))
    .where({ state: 'agreed' })
    .where('starts_at', '>', since)
    .orderBy('starts_at')
    .limit(MOST_EVENTS)
  return rows.filter(isAgreed)
}

function eventOf(
  { config }: Context,
  { purchaseId, startsAt, endsAt, agreedAt }: Agreed,
  about: { things: Fact; fetched: boolean; location: string | null; manner: Manner },
): CalendarEvent {
  const { things, fetched, location, manner } = about
  const url = `${config.publicUrl}${cardPath(purchaseId)}`
  return {
    // The purchase names it, so that another time moves it.
    uid: `purchase-${purchaseId}@${new URL(config.publicUrl).hostname}`,
    start: startsAt,
    end: endsAt,
    changedAt: agreedAt,
    summary: formatFacts(manner, fetched ? words('Fetch {things}') : words('Hand over {things}'), { things }),
    description: formatFacts(manner, words('All about it: {url}'), { url }),
    url,
    location,
  }
}
