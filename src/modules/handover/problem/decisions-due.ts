import { DAY_MS } from '../../../platform/durations.ts'
import type { Reader } from '../../../platform/database.ts'
import { DECISION_DAYS } from '../../purchasing/constants.ts'
import { disputedSince } from '../../purchasing/index.ts'
import { Decision, isAppealOpen, takesEffectAt } from './decision.ts'

/** Orders that the clock decides within a day unless an admin does: problems on their last day, and appeals. */
export async function decisionsDue(reader: Reader, now: Date): Promise<number> {
  const tomorrow = new Date(now.getTime() + DAY_MS)
  const old = await disputedSince(reader, new Date(tomorrow.getTime() - DECISION_DAYS * DAY_MS))
  const open = await Decision.query(reader).whereNull('settled_at')
  const decided = new Set(open.map(({ purchaseId }) => purchaseId))
  const appealed = open.filter((one) => isAppealOpen(one) && takesEffectAt(one) <= tomorrow)
  return new Set([...old.filter((id) => !decided.has(id)), ...appealed.map(({ purchaseId }) => purchaseId)]).size
}
