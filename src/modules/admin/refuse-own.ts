import { Conflict } from '../../platform/errors.ts'
import { words } from '../../platform/language/words.ts'
import { ADMIN_CODES } from './desk/contract.ts'

/** No admin decides about themselves. @throws Conflict OWN_SUBJECT */
export function refuseOwn(actorId: string, ...concerned: string[]): void {
  if (concerned.includes(actorId))
    throw new Conflict(ADMIN_CODES.OWN_SUBJECT, words('Somebody else has to decide about you'))
}
