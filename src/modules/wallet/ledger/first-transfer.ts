import type { Reader } from '../../../platform/database.ts'

/** The beginning of the ledger; undefined while it is empty. */
export async function firstTransferAt(reader: Reader): Promise<Date | undefined> {
  const row = await reader('transfer').orderBy('seq').first('created_at')
  return row?.created_at
}
