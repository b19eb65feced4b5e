import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/database.ts'
import type { LastDigest } from '../../../platform/sending/mail-layout.ts'
import type { SignedDigest } from '../contract.ts'

/** The nights before `before`, newest first, and the key of all their signatures. */
export async function readDigests(
  reader: Reader,
  { before, limit = 100 }: { before?: string | undefined; limit?: number } = {},
): Promise<{ publicKey: string | null; digests: SignedDigest[] }> {
  const key = await reader('ledger_key').first('public_key')
  const nights = reader('ledger_digest').orderBy('night', 'desc').limit(limit)
  if (before !== undefined) void nights.where('night', '<', before)
  const rows = await nights.select('night', 'size', 'root', 'signature')
  return {
    publicKey: key?.public_key.toString('base64') ?? null,
    digests: rows.map(({ night, size, root, signature }) => ({
      night,
      size: Number(size),
      root: root.toString('hex'),
      signature: signature.toString('base64'),
    })),
  }
}

/** The newest, as the foot of each mail has it. */
export const lastDigest =
  ({ db, config }: Pick<Context, 'db' | 'config'>): LastDigest =>
  async () => {
    const [last] = (await readDigests(db, { limit: 1 })).digests
    return last && { night: last.night, root: last.root, checkUrl: `${config.publicUrl}/verify-statement` }
  }
