import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Http } from '../../platform/http/http.ts'
import { linkNext } from '../../platform/http/pages/link-next.ts'
import { sessionRow } from '../../platform/http/session/session.ts'
import { mannerFor } from '../../platform/language/manner.ts'
import { purchasesOf, purchaseView, salesOf, saleView } from '../purchasing/index.ts'
import { callOff } from './appointment/call-off.ts'
import { offerTimes } from './appointment/offer-times.ts'
import { sayArrival } from './appointment/say-arrival.ts'
import { takeTime } from './appointment/take-time.ts'
import {
  appointmentFile,
  calendarFeedOf,
  closeCalendarFeed,
  openCalendarFeed,
  readCalendarFeed,
} from './calendar/calendar.ts'
import { handOver } from './code/hand-over.ts'
import { showCode } from './code/show-code.ts'
import * as contract from './contract.ts'
import { presentNeighbour, type UsualReply } from './neighbour/present-neighbour.ts'
import { acceptDecision, appealDecision } from './problem/answer-decision.ts'
import { answerProblem } from './problem/answer-problem.ts'
import { problemPhotoUploads, serveProblemPhoto } from './problem/problem-photos.ts'
import { reportProblem } from './problem/report-problem.ts'
import { answerAbsent, sayAbsent } from './promises/say-absent.ts'
import { writeThanks } from './thanks/write-thanks.ts'
import { openTradesOf } from './trade/open-trades.ts'
import { listTrades, presentTrade } from './trade/present-trade.ts'
import { findTrade, findTradeOfListing } from './trade/trade.ts'

/** @param given.usualReply is messaging's and `recordReading`, of what an admin reads, admin's: this module may call neither */
export function handoverRoutes(
  api: Api,
  ctx: Context,
  {
    usualReply,
    recordReading,
  }: { usualReply: UsualReply; recordReading: (adminId: string, purchaseId: string) => Promise<void> },
): void {
  const { db } = ctx
  api.on(contract.listPurchases, async ({ caller, query, http }) => {
    const { rows, next } = await purchasesOf(db, { buyerId: caller.id, now: ctx.clock.now(), page: query })
    linkNext(http, query, next)
    return listTrades(ctx, { orders: rows, side: 'buyer' }, purchaseView)
  })
  api.on(contract.listSales, async ({ caller, query, http }) => {
    const { rows, next } = await salesOf(db, { sellerId: caller.id, page: query })
    linkNext(http, query, next)
    return listTrades(ctx, { orders: rows, side: 'seller' }, saleView)
  })
  api.on(contract.getOpenTrades, ({ caller }) => openTradesOf(ctx, caller.id))
  api.on(contract.getTrade, async ({ params, caller }) => {
    const seen = await findTrade(db, params.id, caller)
    if (seen.side === 'admin') await recordReading(caller.id, seen.order.id)
    return presentTrade(ctx, db, seen)
  })
  api.on(contract.getTradeOfListing, async ({ params, query, caller }) =>
    presentTrade(ctx, db, await findTradeOfListing(db, { listingId: params.id, otherId: query.with }, caller)),
  )
  api.on(contract.offerTimes, ({ params, body, caller }) =>
    offerTimes(ctx, { ...body, purchaseId: params.id, memberId: caller.id }),
  )
  api.on(contract.takeTime, ({ params, body, caller }) =>
    takeTime(ctx, { ...body, purchaseId: params.id, memberId: caller.id }),
  )
  api.on(contract.callOff, ({ params, body, caller }) =>
    callOff(ctx, { ...body, purchaseId: params.id, memberId: caller.id }),
  )
  api.on(contract.sayArrival, ({ params, body, caller }) =>
    sayArrival(ctx, { ...body, purchaseId: params.id, memberId: caller.id }),
  )
  api.on(contract.getAppointmentFile, async ({ params, caller, http }) => {
    answerCalendar(http, await appointmentFile(ctx, params.id, { caller, manner: mannerFor(ctx, http) }))
    http.attachment('appointment.ics')
  })
  api.on(contract.getCalendarFeed, ({ caller }) => calendarFeedOf(db, caller.id))
  api.on(contract.openCalendarFeed, ({ caller, http }) =>
    openCalendarFeed(ctx, { memberId: caller.id, session: sessionRow(http) }),
  )
  api.on(contract.closeCalendarFeed, ({ caller }) => closeCalendarFeed(db, caller.id))
  api.on(contract.readCalendarFeed, async ({ params, http }) => {
    answerCalendar(http, await readCalendarFeed(ctx, params.secret))
  })
  api.on(contract.getHandoverCode, ({ params, caller }) =>
    showCode(ctx, { purchaseId: params.id, memberId: caller.id }),
  )
  api.on(contract.handOver, ({ params, body, caller }) =>
    handOver(ctx, { ...body, purchaseId: params.id, memberId: caller.id }),
  )
  api.on(contract.sayAbsent, ({ params, body, caller }) =>
    sayAbsent(ctx, { ...body, purchaseId: params.id, memberId: caller.id }),
  )
  api.on(contract.answerAbsent, ({ params, body, caller }) =>
    answerAbsent(ctx, { ...body, purchaseId: params.id, memberId: caller.id }),
  )
  api.on(contract.writeThanks, ({ params, body, caller }) =>
    writeThanks(ctx, { ...body, purchaseId: params.id, memberId: caller.id }),
  )
  api.on(contract.reportTradeProblem, ({ params, body, caller }) =>
    reportProblem(ctx, { ...body, purchaseId: params.id, memberId: caller.id }),
  )
  api.on(contract.answerProblem, ({ params, body, caller }) =>
    answerProblem(ctx, { ...body, purchaseId: params.id, memberId: caller.id }),
  )
  api.on(contract.acceptDecision, ({ params, caller }) =>
    acceptDecision(ctx, { purchaseId: params.id, memberId: caller.id }),
  )
  api.on(contract.appealDecision, ({ params, body, caller }) =>
    appealDecision(ctx, { ...body, purchaseId: params.id, memberId: caller.id }),
  )
  const addPhotos = problemPhotoUploads(ctx)
  api.on(contract.addProblemPhotos, ({ params, caller, http }) =>
    addPhotos({ purchaseId: params.id, memberId: caller.id, http }),
  )
  api.router.get('/problem-photos/:file', (http) => serveProblemPhoto(ctx, http, String(http['params']['file'])))
  api.on(contract.getNeighbour, ({ params, caller }) =>
    presentNeighbour(ctx, { memberId: params.id, callerId: caller?.id ?? null }, usualReply),
  )
}

function answerCalendar(http: Http, calendar: string): void {
  http.body = calendar
  http.type = 'text/calendar; charset=utf-8'
}
