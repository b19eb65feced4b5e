import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import type { Member } from '../../identity/index.ts'
import { decidedBy } from '../../purchasing/constants.ts'
import {
  isOpen,
  leadingLine,
  orderBetween,
  purchaseView,
  readAround,
  roomIn,
  saleView,
  type Around,
  type Order,
} from '../../purchasing/index.ts'
import {
  isMissed,
  standingIn,
  type Agreed,
  type Appointment,
  type Missed,
  type Standing,
} from '../appointment/appointment.ts'
import { COURIER_LINK } from '../constants.ts'
import type { AnnouncedDecision, ListedPurchase, ListedSale, Trade, TradeStage } from '../contract.ts'
import { absentFrom, answerUntil } from '../promises/absence.ts'
import { byLine, isUndecided, loserOf, takesEffectAt, type Decision, type Decisions } from '../problem/decision.ts'
import { urlOf } from '../problem/problem-photo.ts'
import { sellerAnswersUntil, type Problem } from '../problem/problem.ts'
import { thanksOf } from '../thanks/thanks.ts'
import { readParts, type Parts } from './read-parts.ts'
import { isAwaited, stageOf } from './stage.ts'
import { memberOf, otherSide, sideOf, type SeenTrade, type Side } from './trade.ts'

/** Orders as their buyers or sellers see them, each with its card; as many queries, however many there are. */
export async function listTrades<View>(
  ctx: Context,
  { orders, side }: { orders: Order[]; side: Side },
  view: (order: Order, around: Around) => View,
): Promise<(View & { trade: Trade })[]> {
  if (orders.length === 0) return []
  const around = await readAround(ctx.db, orders)
  const parts = await readParts(ctx.db, orders)
  return orders.map((order) => ({ ...view(order, around), trade: cardOf(ctx, { order, side }, { around, parts }) }))
}

/** The latest of what the member and that neighbour have traded of the listing, as the member sees it. */
export async function tradeBetween(
  ctx: Context,
  about: { listingId: string; memberId: string; otherId: string },
): Promise<{ purchase: ListedPurchase | null; sale: ListedSale | null }> {
  const order = await orderBetween(ctx.db, about)
  const orders = order ? [order] : []
  const bought = order?.buyerId === about.memberId
  const [purchase = null] = bought ? await listTrades(ctx, { orders, side: 'buyer' }, purchaseView) : []
  const [sale = null] = bought ? [] : await listTrades(ctx, { orders, side: 'seller' }, saleView)
  return { purchase, sale }
}

/** The card of a trade as whoever looks at it sees it. */
export async function presentTrade(ctx: Context, reader: Reader, seen: SeenTrade): Promise<Trade> {
  const orders = [seen.order]
  return cardOf(ctx, seen, { around: await readAround(reader, orders), parts: await readParts(reader, orders) })
}

function cardOf(
  ctx: Context,
  { order, side }: SeenTrade,
  { around, parts }: { around: Around; parts: Map<string, Parts> },
): Trade {
  const purchase = purchaseView(order, around)
  const own = parts.get(order.id)
  if (!own) throw new Error(`nothing was read about purchase ${order.id}`)
  const { members } = around
  const standing = standingIn(own.appointments)
  const timeZone = ctx.site.timeZone
  const now = ctx.clock.now()
  const stage = stageOf(order, standing, { now, timeZone })
  const missed = own.appointments.find(isMissed)
  const problem = problemOf({ order, side }, own)
  const thanks = thanksOf(order, own.thanks, { memberId: side === 'admin' ? null : memberOf(order, side), now })
  const awaited = isAwaited(order)
  return {
    purchaseId: order.id,
    stage,
    side,
    title: purchase.title,
    takesMore: isOpen(order) && roomIn(order.lines) > 0,
    lines: purchase.lines.map(({ id, title, photos, state, tokenPrice }) => ({
      id,
      title,
      photo: photos[0] ?? null,
      state,
      tokenPrice,
    })),
    buyer: party(order.buyerId, members.get(order.buyerId)),
    seller: party(order.sellerId, members.get(order.sellerId)),
    next: nextOf(order, stage, { ...standing, problem, thanking: canThank(thanks, now), now }),
    deliveryMethod: order.deliveryMethod,
    pickup: side === 'admin' ? null : purchase.pickup,
    deliveryAddress: side === 'buyer' || (side === 'seller' && awaited) ? order.deliveryAddress : null,
    courierFee: purchase.courierFee,
    courier: courierOf(order, standing),
    timeZone,
    offer: standing.offer && presentOffer(order, standing.offer),
    appointment: standing.agreed && presentAppointment(standing.agreed),
    tokensHeld: purchase.tokensInEscrow,
    autoReleaseAt: purchase.autoReleaseAt,
    problem,
    handedOverAt: iso(leadingLine(order).deliveredAt),
    absence: missed ? presentAbsence(order, missed) : null,
    thanks,
  }
}

function party(id: string, member: Member | undefined): Trade['buyer'] {
  if (!member || member.deletedAt) return { id, firstName: 'Former neighbour', picture: null }
  return { id, firstName: member.firstName, picture: member.profileImageUrl }
}

function presentOffer(order: Order, { id, offeredBy, offeredAt, times }: Appointment): Trade['offer'] {
  return {
    id,
    by: sideOf(order, offeredBy) ?? 'seller',
    times: times.map(([start, end]) => ({ start, end })),
    offeredAt: offeredAt.toISOString(),
  }
}

function presentAppointment(agreed: Agreed): Trade['appointment'] {
  return {
    id: agreed.id,
    start: agreed.startsAt.toISOString(),
    end: agreed.endsAt.toISOString(),
    agreedAt: agreed.agreedAt.toISOString(),
    late: { buyer: iso(agreed.buyerLateAt), seller: iso(agreed.sellerLateAt) },
    onTheWay: { buyer: iso(agreed.buyerOnTheWayAt), seller: iso(agreed.sellerOnTheWayAt) },
    here: { buyer: iso(agreed.buyerHereAt), seller: iso(agreed.sellerHereAt) },
    absentFrom: absentFrom(agreed.startsAt).toISOString(),
  }
}

function presentAbsence(order: Order, missed: Missed): Trade['absence'] {
  const { absentSaidBy, absentSaidAt, absentWord, absentAnsweredAt, absentAnswer } = missed
  return {
    by: sideOf(order, absentSaidBy) ?? 'seller',
    word: absentWord,
    saidAt: absentSaidAt.toISOString(),
    answerUntil: answerUntil(absentSaidAt).toISOString(),
    answer: absentAnsweredAt && { word: absentAnswer, at: absentAnsweredAt.toISOString() },
  }
}

function courierOf(order: Order, { agreed }: Standing): Trade['courier'] {
  if (order.deliveryMethod !== 'doordash') return null
  const comes = agreed && { start: agreed.startsAt.toISOString(), end: agreed.endsAt.toISOString() }
  return { bookAt: COURIER_LINK, comes }
}

const canThank = ({ mine, until }: Trade['thanks'], now: Date) => !mine && until !== null && now.toISOString() <= until

/** The problem that was reported last, or is decided against whoever looks at it; once it is over, how it ended. */
function problemOf(
  { order, side }: SeenTrade,
  { problems, decisions: decided, photos, codeShown }: Parts,
): Trade['problem'] {
  const decisions = byLine(decided)
  const reported = order.lines.filter(({ disputedAt }) => disputedAt !== null)
  const waiting = reported.filter(({ state }) => state === 'disputed')
  const undecided = waiting.filter((line) => isUndecided(line, decisions))
  const lost = waiting.filter(({ reference }) => {
    const decision = decisions.get(reference)
    return decision?.appealedAt === null && loserOf(decision) === side
  })
  const about = [lost, undecided, waiting, reported].find((lines) => lines.length > 0) ?? []
  const [first] = about.toSorted((one, other) => Number(one.disputedAt) - Number(other.disputedAt))
  if (!first?.disputedAt) return null
  const { purchaseId, disputedAt } = first
  const problem = problems.find((one) => one.purchaseId === purchaseId)
  const told = problem && problem.reportedAt >= disputedAt ? problem : undefined
  const decision = decisions.get(first.reference)
  const at = first.disputedAt.toISOString()
  const announced = decision ? presentAnnounced(decision, waiting.length > 0 ? waiting : reported, decisions) : null
  return {
    reason: told?.reason ?? null,
    words: first.disputeReason ?? '',
    reportedAt: at,
    answerUntil: sellerAnswersUntil(first.disputedAt).toISOString(),
    codeShown,
    answer: told?.answeredAt ? { words: told.answer ?? '', at: told.answeredAt.toISOString() } : null,
    photos: photos.map(({ id, ownerId }) => ({ url: urlOf(id), by: sideOf(order, ownerId) ?? 'buyer' })),
    decidedBy: decidedBy(at),
    announced: first.state === 'disputed' ? announced : null,
    decision: waiting.length > 0 ? null : presentDecision(first, decision, { problem: told, codeShown, announced }),
  }
}

function presentAnnounced(decision: Decision, reported: Order['lines'], decisions: Decisions): AnnouncedDecision {
  const { outcome, reason, decidedAt, appealedAt, appeal } = decision
  return {
    outcome,
    things: reported
      .filter(({ reference }) => decisions.get(reference)?.decidedAt.getTime() === decidedAt.getTime())
      .map(({ listingTitle }) => listingTitle),
    reason,
    at: decidedAt.toISOString(),
    against: loserOf(decision),
    // The last word is told once it can't be undone.
    takesEffectAt: takesEffectAt({ decidedAt, appealedAt, finalAt: null }).toISOString(),
    appeal: appealedAt && { words: appeal ?? '', at: appealedAt.toISOString() },
  }
}

function presentDecision(
  { deliveredAt, deliveredBy, cancelledAt, cancelledBy }: Order['lines'][number],
  decision: Decision | undefined,
  {
    problem,
    codeShown,
    announced,
  }: { problem: Problem | undefined; codeShown: boolean; announced: AnnouncedDecision | null },
): NonNullable<Trade['problem']>['decision'] {
  const at = deliveredAt ?? cancelledAt
  const by = deliveredBy ?? cancelledBy
  if (!at) return null
  const silence = problem?.answeredAt || codeShown ? 'date' : 'silence'
  return {
    outcome: deliveredAt ? 'release' : 'refund',
    by: by === 'admin' ? 'admin' : by === 'clock' ? silence : 'agreement',
    // Before there were appeals, the reason stood with the problem.
    reason: by === 'admin' ? (decision?.finalReason ?? decision?.reason ?? problem?.decisionReason ?? null) : null,
    final: by === 'admin' && Boolean(decision?.finalOutcome),
    at: at.toISOString(),
    announced,
  }
}

function nextOf(
  order: Order,
  stage: TradeStage,
  { offer, agreed, problem, thanking, now }: Standing & { problem: Trade['problem']; thanking: boolean; now: Date },
): Trade['next'] {
  const at = agreed ? agreed.startsAt.toISOString() : null
  switch (stage) {
    case 'to_pay':
      return { by: 'buyer', step: 'pay', at: order.expiresAt.toISOString() }
    case 'paid':
      return { by: 'both', step: 'offer_times', at: null }
    case 'times_offered':
      return { by: otherSide((offer && sideOf(order, offer.offeredBy)) ?? 'seller'), step: 'take_time', at: null }
    case 'agreed':
    case 'today':
      // Its day has passed, and nothing has changed hands.
      if (stage === 'agreed' && agreed && agreed.startsAt < now)
        return nextOf(order, offer ? 'times_offered' : 'paid', { offer, agreed, problem, thanking, now })
      return order.deliveryMethod === 'doordash'
        ? { by: 'buyer', step: 'book_courier', at }
        : { by: 'both', step: 'meet', at }
    case 'at_the_door':
      return { by: 'buyer', step: 'confirm', at: null }
    case 'problem':
      return nextOfProblem(problem, now)
    case 'handed_over':
      return thanking ? { by: 'both', step: 'thank', at: null } : { by: 'nobody', step: 'nothing', at: null }
    case 'decided':
    case 'refunded':
      return { by: 'nobody', step: 'nothing', at: null }
  }
}

function nextOfProblem(problem: Trade['problem'], now: Date): Trade['next'] {
  const announced = problem?.announced
  if (announced?.appeal) return { by: 'admin', step: 'decide', at: announced.takesEffectAt }
  if (announced) return { by: announced.against, step: 'accept', at: announced.takesEffectAt }
  const silent = problem?.codeShown && problem.answerUntil <= now.toISOString()
  if (problem && (problem.answer || silent)) return { by: 'admin', step: 'decide', at: problem.decidedBy }
  return { by: 'seller', step: 'answer', at: problem?.answerUntil ?? null }
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null
