import type { Reader, Trx } from '../../../platform/database.ts'
import { words } from '../../../platform/language/words.ts'
import type { NewNotice } from '../../notifications/index.ts'
import { cardPath } from '../trade/announce.ts'
import { IS_SHOWN, Thanks } from './thanks.ts'

/** A thank-you as an admin reads it. */
export interface ThanksWords {
  text: string
  removedAt: Date | null
}

/** The thank-yous of those of `ids` that exist, by id. */
export async function findThanks(reader: Reader, ids: string[]): Promise<Map<string, ThanksWords>> {
  const rows = await Thanks.query(reader).findByIds(ids)
  return new Map(
    rows.map(({ id, chips, words, removedAt }) => [
      id,
      { text: [chips.join(', ').replaceAll('_', ' '), words].filter(Boolean).join(': '), removedAt },
    ]),
  )
}

/** The member who wrote it, where everybody can read it. */
export async function shownThanksWriter(reader: Reader, id: string, now: Date): Promise<string | undefined> {
  const { rows } = await reader.raw<{ rows: { from_id: string }[] }>(
    `select from_id from thanks where id = :id and ${IS_SHOWN}`,
    { id, now },
  )
  return rows[0]?.from_id
}

/** An admin takes a thank-you away. @returns what its writer is told; null where it is away already */
export async function removeThanks(
  trx: Trx,
  { id, reason, now }: { id: string; reason: string; now: Date },
): Promise<NewNotice | null> {
  const [row] = await Thanks.query(trx)
    .where({ id })
    .whereNull('removed_at')
    .patch({ removedAt: now, removedBecause: reason })
    .returning('*')
  if (!row) return null
  return {
    memberId: row.fromId,
    kind: 'account',
    key: `thanks:${id}:removed`,
    told: 'thanks: removed',
    facts: { reason },
    path: cardPath(row.purchaseId),
    button: words('See the trade'),
    now,
  }
}

/** Undoes `removeThanks`. */
export async function restoreThanks(trx: Trx, id: string): Promise<void> {
  await Thanks.query(trx).findById(id).patch({ removedAt: null, removedBecause: null })
}
