import type { Context } from '../../../platform/context.ts'
import type { Reader, Trx } from '../../../platform/database.ts'
import { Conflict, Forbidden, NotFound } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { type Page, type PageQuery, pageOf } from '../../../platform/page.ts'
import { restoreThanks } from '../../handover/index.ts'
import { HANDOVER_CODES } from '../../handover/contract.ts'
import { adminIds, findMembers } from '../../identity/index.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import { actAsAdmin, recordChange, type Acted } from '../log/admin-action.ts'
import { noticeOf } from '../members/notice-of.ts'
import { presentPerson } from '../members/present-person.ts'
import { liftByAppeal } from '../members/suspend-member.ts'
import { showListing } from '../reports/show-listing.ts'
import type { Step } from '../undo/step.ts'
import { findActs, isInForce, presentActs, type Act } from './act.ts'
import { Appeal } from './appeal-act.ts'
import type { Appeal as AppealView } from './contract.ts'

/** A page of the decided ones, the latest first. */
export async function decidedAppeals(reader: Reader, callerId: string, page: PageQuery): Promise<Page<AppealView>> {
  const query = Appeal.query(reader).whereNotNull('decided_at')
  if (page.cursor !== undefined)
    void query.whereRaw('(decided_at, id) < (select decided_at, id from appeal where id = ?)', [page.cursor])
  const found = await query
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  const { rows, next } = pageOf(found, page)
  return { rows: await presentAppeals(reader, rows, callerId), next }
}

/** These of the open ones. */
export async function openAppeals(reader: Reader, callerId: string, ids: string[]): Promise<AppealView[]> {
  return presentAppeals(reader, await Appeal.query(reader).findByIds(ids).whereNull('decided_at'), callerId)
}

/**
 * Decides an appeal, for good once its minute is over: what was decided stays, or is undone; whom it concerns is told either way.
 * @throws NotFound APPEAL_NOT_FOUND; Conflict APPEAL_DECIDED, OWN_SUBJECT; Forbidden OTHER_ADMIN_DECIDES
 */
export async function decideAppeal(
  ctx: Context,
  actorId: string,
  { appealId, decision, reason }: { appealId: string; decision: 'keep' | 'undo'; reason: string },
): Promise<Acted<AppealView>> {
  return actAsAdmin(ctx, actorId, async (trx, now) => {
    const appeal = await Appeal.query(trx).findById(appealId).forNoKeyUpdate()
    const act = appeal && (await findActs(trx, [appeal.actionId])).get(String(appeal.actionId))
    if (!appeal || !act) throw new NotFound(words('There is no such appeal'), ADMIN_CODES.APPEAL_NOT_FOUND)
    if (appeal.decidedAt) throw new Conflict(ADMIN_CODES.APPEAL_DECIDED, words('This appeal has been decided already'))
    if (!(await mayDecide(trx, act, appeal.memberId, actorId)))
      throw new Forbidden(words('Another admin decides about this'), HANDOVER_CODES.OTHER_ADMIN_DECIDES)
    const undone = decision === 'undo' ? await undo(trx, act, { actorId, reason, now }) : []
    const decided = { decision, reason, decidedAt: now, decidedBy: actorId }
    await Appeal.query(trx).findById(appealId).patch(decided)
    const { name = null } = (await presentActs(trx, [act])).get(act.id) ?? {}
    const notices = [noticeOf(appeal.memberId, { what: 'appeal', act: act.act, name, decision, reason }, now)]
    const [result] = await presentAppeals(trx, [Object.assign(appeal, decided)], actorId)
    if (!result) throw new Error(`appeal ${appealId} is gone`)
    const change = {
      action: `appeal.${decision}`,
      subject: act.subject,
      about: appeal.memberId,
      before: { action: act.id },
      after: { reason },
    }
    return { change, result, notices, undo: [...undone, { put: 'appeal', appealId }] }
  })
}

/** An act that has ended by itself meanwhile stays as it is. @returns the steps that put it back */
async function undo(
  trx: Trx,
  act: Act,
  { actorId, reason, now }: { actorId: string; reason: string; now: Date },
): Promise<Step[]> {
  if (!(await isInForce(trx, act, now))) return []
  const { subjectId } = act
  switch (act.act) {
    case 'warned':
      return []
    case 'hidden': {
      const { hiddenReason } = await showListing(trx, { listingId: subjectId, now })
      return [{ put: 'listing', listingId: subjectId, hiddenReason: hiddenReason ?? '' }]
    }
    case 'thanks-hidden':
      await restoreThanks(trx, subjectId)
      return [{ put: 'thanks-away', thanksId: subjectId, reason: act.reason }]
    case 'suspended': {
      const lifted = await liftByAppeal(trx, { memberId: subjectId, actorId, reason, now })
      if (!lifted) return []
      await recordChange(trx, { ...lifted.change, actorId, now })
      return lifted.undo
    }
  }
}

/** Not who has decided it, where there is another one; nobody about themselves. */
async function mayDecide(reader: Reader, act: Act, memberId: string, adminId: string): Promise<boolean> {
  if (adminId === memberId) return false
  const others = (await adminIds(reader)).filter((id) => id !== act.actorId && id !== memberId)
  return adminId !== act.actorId || others.length === 0
}

async function presentAppeals(reader: Reader, appeals: Appeal[], callerId: string): Promise<AppealView[]> {
  const acts = await findActs(
    reader,
    appeals.map(({ actionId }) => actionId),
  )
  const shown = await presentActs(reader, [...acts.values()])
  const people = [...acts.values()].flatMap(({ actorId }) => actorId ?? [])
  const deciders = appeals.flatMap(({ decidedBy }) => decidedBy ?? [])
  const members = await findMembers(reader, [...appeals.map(({ memberId }) => memberId), ...people, ...deciders])
  const views: AppealView[] = []
  for (const appeal of appeals) {
    const act = acts.get(String(appeal.actionId))
    const about = shown.get(String(appeal.actionId))
    if (!act || !about) continue
    views.push({
      id: appeal.id,
      about: {
        ...about,
        member: presentPerson(members, appeal.memberId),
        decidedBy: act.actorId === null ? null : presentPerson(members, act.actorId),
      },
      words: appeal.words,
      appealedAt: appeal.createdAt.toISOString(),
      mayDecide: appeal.decidedAt === null && (await mayDecide(reader, act, appeal.memberId, callerId)),
      decision: presentDecision(appeal, members),
    })
  }
  return views
}

function presentDecision(
  { decision, reason, decidedAt, decidedBy }: Appeal,
  members: Parameters<typeof presentPerson>[0],
) {
  if (!decision || reason === null || !decidedAt || decidedBy === null) return null
  return { decision, reason, decidedAt: decidedAt.toISOString(), by: presentPerson(members, decidedBy) }
}
