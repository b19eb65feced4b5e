import type { Trx } from '../../../platform/database.ts'

/** A member leaves: without the salt nobody can tell which hashes of the digests were theirs, nor prove it of a new one. */
export async function forgetSalt(trx: Trx, memberId: string): Promise<void> {
  await trx('ledger_salt').insert({ account_id: memberId, salt: null }).onConflict('account_id').merge()
}
