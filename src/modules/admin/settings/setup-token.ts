import { createHash, randomBytes } from 'node:crypto'
import type { Trx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { ADMIN_CODES } from '../desk/contract.ts'

/** A new setup token, 256 bits; only its hash is stored, and it replaces an unused one. */
export async function issueSetupToken(trx: Trx, { now }: { now: Date }): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await trx('setup_token').whereNull('used_at').delete()
  await trx('setup_token').insert({ token_hash: hashOf(token), created_at: now })
  return token
}

/** @throws AppError 403 SETUP_TOKEN_WRONG unless it is the latest token, unused */
export async function useSetupToken(trx: Trx, { token, now }: { token: string; now: Date }): Promise<void> {
  const used = await trx('setup_token')
    .where({ token_hash: hashOf(token) })
    .whereNull('used_at')
    .update({ used_at: now })
  if (used === 0) {
    throw new AppError(
      ADMIN_CODES.SETUP_TOKEN_WRONG,
      403,
      'The setup token is missing or wrong: `market setup-token` prints one',
    )
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
