import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { createLimiter } from '../../platform/http/limits/limiter.ts'
import { transact } from '../../platform/database.ts'
import { deviceOf } from '../../platform/http/session/device.ts'
import { endSession, sessionRow } from '../../platform/http/session/session.ts'
import { requireFreshCode, notifyOwner } from '../identity/index.ts'
import { changePrice, createCategory, deleteCategory, seedMissingCategories } from './settings/change-categories.ts'
import { appealAct, listDecisions } from './appeals/appeal-act.ts'
import { decideAppeal, decidedAppeals } from './appeals/decide-appeal.ts'
import * as contract from './contract.ts'
import { demoteAdmin, noteMember, signMemberOut } from './members/act-on-member.ts'
import { readMember } from './members/read-member.ts'
import { liftSuspension, suspendMember } from './members/suspend-member.ts'
import { createReport } from './reports/create-report.ts'
import { decideReport } from './reports/decide-report.ts'
import { deleteAccount } from './accounts/delete-account.ts'
import { exportAccount } from './accounts/export-account.ts'
import { clearAlarm, listRings } from './overview/alarms.ts'
import { decideDispute, listDisputeMessages } from './disputes/disputes.ts'
import { hideListing, hideListings, restoreListing } from './reports/hide-listing.ts'
import { mannerFor } from '../../platform/language/manner.ts'
import type { Http } from '../../platform/http/http.ts'
import { linkNext } from '../../platform/http/pages/link-next.ts'
import type { Acted } from './log/admin-action.ts'
import { latestActions, listActions } from './log/list-actions.ts'
import { logTable } from './log/log-table.ts'
import { readOverview } from './overview/overview.ts'
import { findListingsFor, findMembersFor } from './search/search.ts'
import { decidedReports, presentReports } from './reports/report.ts'
import { readSitePage, readSiteSettings, updateSite } from './site/change-site.ts'
import { changeCannedWords, readCannedWords } from './settings/canned-words.ts'
import { readSettings, updateSettings } from './settings/settings.ts'
import { listWork } from './today/list-work.ts'
import { letGo, takeWork } from './today/take-work.ts'
import { undoActs } from './undo/undo-acts.ts'
import { hasAdmin, setupAdmin } from './settings/setup-admin.ts'

export function adminRoutes(api: Api, ctx: Context): void {
  accountRoutes(api, ctx)
  api.on(contract.adminExists, async () => ({ exists: await hasAdmin(ctx.db) }))
  api.on(contract.setupAdmin, async ({ body, caller }) => {
    await setupAdmin(ctx, { memberId: caller.id, setupToken: body.setupToken })
    return { isAdmin: true } as const
  })
  api.on(contract.getSettings, () => readSettings(ctx.db))
  api.on(contract.updateSettings, async ({ body, caller, http }) =>
    undoable(http, await updateSettings(ctx, caller.id, body)),
  )
  api.on(contract.getCannedWords, () => readCannedWords(ctx.db))
  api.on(contract.changeCannedWords, async ({ body, caller, http }) =>
    undoable(http, await changeCannedWords(ctx, caller.id, body)),
  )
  api.on(contract.getSiteSettings, () => readSiteSettings(ctx))
  api.on(contract.updateSite, async ({ body, caller, http }) => undoable(http, await updateSite(ctx, caller.id, body)))
  api.on(contract.getSitePage, ({ params }) => readSitePage(ctx, params.page))
  api.on(contract.updateCategoryPrice, async ({ params, body, caller, http }) =>
    undoable(http, await changePrice(ctx, caller.id, { category: params.category, ...body })),
  )
  api.on(contract.createCategory, async ({ body, caller, http }) =>
    undoable(http, await createCategory(ctx, caller.id, body)),
  )
  api.on(contract.deleteCategory, async ({ params, caller, http }) =>
    undoable(http, await deleteCategory(ctx, caller.id, params.category)),
  )
  api.on(contract.seedCategories, async ({ caller }) => {
    const added = await seedMissingCategories(ctx, caller.id)
    return { message: added === 0 ? 'All categories are there already' : `${added} categories added` }
  })
  api.on(contract.getOverview, () => readOverview(ctx))
  api.on(contract.clearAlarm, ({ body, caller }) => clearAlarm(ctx, caller.id, body))
  api.on(contract.listRings, () => listRings(ctx.db, ctx.clock.now()))
  api.on(contract.listActions, async ({ query, http }) => {
    const { actions, next } = await listActions(ctx.db, ctx.clock.now(), query)
    linkNext(http, query, next)
    return actions
  })
  api.on(contract.downloadActions, async ({ query, http }) => {
    const actions = await latestActions(ctx.db, ctx.clock.now(), query)
    http.attachment('outgrown-log.csv')
    http.type = 'text/csv; charset=utf-8'
    http.body = logTable(actions, mannerFor(ctx, http).language)
  })
  api.on(contract.undoAction, ({ params, caller }) => undoActs(ctx, caller.id, [params.id]))
  api.on(contract.undoActions, ({ body, caller }) => undoActs(ctx, caller.id, body.actionIds))
  api.on(contract.listWork, async ({ query, caller, http }) => {
    const { rows, next } = await listWork(ctx, { ...query, callerId: caller.id, manner: mannerFor(ctx, http) })
    linkNext(http, query, next)
    return rows
  })
  api.on(contract.takeWork, ({ params, caller }) => takeWork(ctx, caller.id, params.subject))
  api.on(contract.letGo, ({ params, caller }) => letGo(ctx, caller.id, params.subject))
  api.on(contract.searchMembers, async ({ query, http }) => {
    const { rows, next } = await findMembersFor(ctx.db, query)
    linkNext(http, query, next)
    return rows
  })
  api.on(contract.searchListings, async ({ query, http }) => {
    const { rows, next } = await findListingsFor(ctx.db, query)
    linkNext(http, query, next)
    return rows
  })
  safetyRoutes(api, ctx)
  memberRoutes(api, ctx)
  appealRoutes(api, ctx)
}

/** The calls that take every module to do for one member. */
function accountRoutes(api: Api, ctx: Context): void {
  api.on(contract.exportAccount, async ({ caller, http }) => {
    const now = ctx.clock.now()
    await requireFreshCode(ctx.db, { session: sessionRow(http), now })
    http.body = await exportAccount(ctx, caller.id)
    await transact(ctx.db, (trx) => notifyOwner(trx, { memberId: caller.id, what: 'exported', http, now }))
    http.attachment('outgrown-my-data.json')
    return undefined
  })
  api.on(contract.deleteAccount, async ({ caller, http }) => {
    await requireFreshCode(ctx.db, { session: sessionRow(http), now: ctx.clock.now() })
    await deleteAccount(ctx, { memberId: caller.id, device: deviceOf(http.get('user-agent')) })
    endSession(http)
  })
}

/** More than a person reports in an hour. */
const REPORTS = { keyPrefix: 'report', points: 20, duration: 3600 }

function safetyRoutes(api: Api, ctx: Context): void {
  const reports = createLimiter(ctx, REPORTS)
  api.on(contract.createReport, async ({ body, caller }) => {
    await reports.consume(caller.id)
    return createReport(ctx, caller.id, body)
  })
  api.on(contract.listReports, async ({ query, caller, http }) => {
    const { rows, next } = await decidedReports(ctx.db, caller.id, query)
    linkNext(http, query, next)
    return presentReports(ctx.db, rows, mannerFor(ctx, http))
  })
  api.on(contract.decideReport, async ({ params, body, caller, http }) => {
    const report = undoable(http, await decideReport(ctx, { ...body, reportId: params.id, actorId: caller.id }))
    return (await presentReports(ctx.db, [report], mannerFor(ctx, http)))[0]
  })
  api.on(contract.listDisputeMessages, async ({ params, query, caller, http }) => {
    const about = { purchaseId: params.id, manner: mannerFor(ctx, http) }
    const { rows, next } = await listDisputeMessages(ctx, caller.id, { ...query, ...about })
    linkNext(http, query, next)
    return rows
  })
  api.on(contract.decideDispute, async ({ params, body, caller, http }) =>
    undoable(http, await decideDispute(ctx, caller.id, { ...body, purchaseId: params.id })),
  )
  api.on(contract.hideListing, async ({ params, body, caller, http }) =>
    undoable(http, await hideListing(ctx, caller.id, { listingId: params.id, reason: body.reason })),
  )
  api.on(contract.hideListings, async ({ body, caller }) => ({ actionIds: await hideListings(ctx, caller.id, body) }))
  api.on(contract.restoreListing, async ({ params, body, caller, http }) =>
    undoable(http, await restoreListing(ctx, caller.id, { listingId: params.id, reason: body.reason ?? null })),
  )
}

/** Says by what the act can be undone. @returns what it came to */
function undoable<T>(http: Http, { result, actionId }: Acted<T>): T {
  http.append('Link', `<${contract.undoAction.path.replace(':id', actionId)}>; rel="undo"`)
  return result
}

function memberRoutes(api: Api, ctx: Context): void {
  api.on(contract.suspendMember, async ({ params, body, caller, http }) =>
    undoable(http, await suspendMember(ctx, caller.id, { ...body, memberId: params.id })),
  )
  api.on(contract.liftSuspension, async ({ params, query, caller, http }) =>
    undoable(http, await liftSuspension(ctx, caller.id, { ...query, memberId: params.id })),
  )
  api.on(contract.getMember, ({ params, caller }) => readMember(ctx, caller.id, params.id))
  api.on(contract.noteMember, async ({ params, body, caller, http }) =>
    undoable(http, await noteMember(ctx, caller.id, { memberId: params.id, words: body.words })),
  )
  api.on(contract.signMemberOut, ({ params, body, caller }) =>
    signMemberOut(ctx, caller.id, { ...body, memberId: params.id }),
  )
  api.on(contract.demoteAdmin, async ({ params, body, caller, http }) =>
    undoable(http, await demoteAdmin(ctx, caller.id, { ...body, memberId: params.id })),
  )
}

function appealRoutes(api: Api, ctx: Context): void {
  api.on(contract.listDecisions, ({ caller }) => listDecisions(ctx.db, caller.id, ctx.clock.now()))
  api.on(contract.appealAct, ({ params, body, caller }) =>
    appealAct(ctx, { memberId: caller.id, actId: params.id, said: body.words }),
  )
  api.on(contract.listAppeals, async ({ query, caller, http }) => {
    const { rows, next } = await decidedAppeals(ctx.db, caller.id, query)
    linkNext(http, query, next)
    return rows
  })
  api.on(contract.decideAppeal, async ({ params, body, caller, http }) =>
    undoable(http, await decideAppeal(ctx, caller.id, { ...body, appealId: params.id })),
  )
}
