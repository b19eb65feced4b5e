import type { Context } from '../../../platform/context.ts'
import { transact, type Reader, type Trx } from '../../../platform/database.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { accountsOfMailboxes, requireMember } from '../../identity/index.ts'
import { HANDOVER_CODES } from '../../handover/contract.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import { announceAct } from '../undo/announce-acts.ts'
import { actsAbout, isInForce, presentActs, type Act } from './act.ts'
import type { Decision } from './contract.ts'

export class Appeal extends rowOf<'appeal', { decision: 'keep' | 'undo' | null }>('appeal') {}

/** Decisions of admins about the member, also under another account of the same mailbox. */
export async function listDecisions(reader: Reader, memberId: string, now: Date): Promise<Decision[]> {
  return present(reader, await actsAbout(reader, await accountsOf(reader, memberId)), now)
}

/**
 * Asks the admins to look at it again, once.
 * @throws NotFound NOTHING_TO_APPEAL for what is over, or is about somebody else; Conflict APPEALED
 */
export async function appealAct(
  ctx: Context,
  { memberId, actId, said }: { memberId: string; actId: string; said: string },
): Promise<Decision> {
  const { db, clock } = ctx
  const now = clock.now()
  const accounts = await accountsOf(db, memberId)
  const act = await transact(db, async (trx) => {
    // A member who appeals knows of it already: from here on it can't be undone, or it was before.
    await announceAct(trx, { actionId: actId, now })
    await requireMember(trx, memberId)
    const found = (await actsAbout(trx, accounts)).find(({ id }) => id === actId)
    if (!found || !(await isInForce(trx, found, now)))
      throw new NotFound(words('There is nothing here to appeal against'), HANDOVER_CODES.NOTHING_TO_APPEAL)
    const rows = await trx('appeal')
      .insert({ action_id: BigInt(actId), member_id: memberId, words: said, created_at: now })
      .onConflict('action_id')
      .ignore()
      .returning('id')
    if (rows.length === 0)
      throw new Conflict(ADMIN_CODES.APPEALED, words('You have appealed against this already. An admin decides once.'))
    return found
  })
  const [decision] = await present(db, [act], now)
  if (!decision) throw new Error('an act without a decision')
  return decision
}

const accountsOf = async (reader: Reader, memberId: string) =>
  (await accountsOfMailboxes(reader, [memberId])).get(memberId) ?? [memberId]

async function present(reader: Reader, acts: Act[], now: Date): Promise<Decision[]> {
  const shown = await presentActs(reader, acts)
  const appeals = await Appeal.query(reader).whereIn(
    'action_id',
    acts.map(({ id }) => BigInt(id)),
  )
  const byAct = new Map(appeals.map((appeal) => [String(appeal.actionId), appeal]))
  const decisions: Decision[] = []
  for (const act of acts) {
    const appeal = byAct.get(act.id)
    const inForce = await isInForce(reader, act, now)
    const about = shown.get(act.id)
    if (about)
      decisions.push({
        ...about,
        inForce,
        mayAppeal: inForce && !appeal,
        appeal: appeal ? presentAppeal(appeal) : null,
      })
  }
  return decisions
}

/** A leaving member's words are erased; what was decided stays. */
export async function eraseAppeals(trx: Trx, memberId: string): Promise<void> {
  await Appeal.query(trx).where({ member_id: memberId }).patch({ words: 'Removed' })
}

const presentAppeal = ({ words: said, createdAt, decision, reason }: Appeal) => ({
  words: said,
  appealedAt: createdAt.toISOString(),
  decision,
  reason,
})
