import type { Reader } from '../../../platform/database.ts'
import { Forbidden } from '../../../platform/errors.ts'
import { provedAt } from '../../../platform/http/session/session.ts'
import { IDENTITY_CODES } from '../contract.ts'

const FRESH_MS = 5 * 60_000

/**
 * Before what an intruder in somebody's session must not do: the code was typed in this session within minutes. Whoever
 * signs in once more by a code, as themselves, has a fresh one.
 * @param session the row of the request's session
 * @throws Forbidden FRESH_CODE_NEEDED, also when the session has ended meanwhile
 */
export async function requireFreshCode(
  reader: Reader,
  { session, now }: { session: string; now: Date },
): Promise<void> {
  const proved = await provedAt(reader, session, now)
  if (proved !== null && now.getTime() - proved.getTime() <= FRESH_MS) return
  throw new Forbidden("Please confirm that it's you, with a fresh code", IDENTITY_CODES.FRESH_CODE_NEEDED)
}
