import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { localDay } from '../../../platform/local-time.ts'
import { ESCROW, MINT } from '../ledger/account.ts'
import { signedText } from '../statement-file.ts'

/**
 * Once a night: adds the transfers since the last night to the hash tree (RFC 6962), and signs what it comes to. It is
 * one transaction, and who finds that the night has its digest leaves it.
 */
export async function takeDigest(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const night = localDay(now, ctx.site.timeZone)
  await transact(ctx.db, async (trx) => {
    const key = await lockKey(trx)
    if (await trx('ledger_digest').where('night', '>=', night).first('night')) return
    await trx.raw('set local statement_timeout = 0')
    const before = await trx('ledger_digest')
      .orderBy('night', 'desc')
      .first('number', 'size', 'mint_version', 'escrow_version')
    const versions = await readVersions(trx)
    const size = versions.mint + versions.escrow
    if (size === (before?.size ?? 0n)) return
    await addSalts(trx)
    await addLeaves(trx, before ?? { size: 0n, mint_version: 0n, escrow_version: 0n }, versions)
    const { rows } = await trx.raw<{ rows: [{ root: Buffer }] }>('select ledger_root(:size) as root', { size })
    const { root } = rows[0]
    const text = signedText({ night, size: Number(size), root: root.toString('hex') })
    const signature = sign(null, Buffer.from(text), createPrivateKey({ key, format: 'der', type: 'pkcs8' }))
    await trx('ledger_digest').insert({
      night,
      number: (before?.number ?? 0n) + 1n,
      size,
      mint_version: versions.mint,
      escrow_version: versions.escrow,
      root,
      signature,
      taken_at: now,
    })
  })
}

/** The market's key, made with the first digest; whoever holds its lock takes the digest. */
async function lockKey(trx: Trx): Promise<Buffer> {
  const made = generateKeyPairSync('ed25519')
  const { x = '' } = made.publicKey.export({ format: 'jwk' })
  await trx('ledger_key')
    .insert({
      private_key: made.privateKey.export({ format: 'der', type: 'pkcs8' }),
      public_key: Buffer.from(x, 'base64url'),
    })
    .onConflict('only_one')
    .ignore()
  const key = await trx('ledger_key').forUpdate().first('private_key')
  if (!key) throw new Error('the key of the ledger is gone')
  return key.private_key
}

async function readVersions(trx: Trx): Promise<{ mint: bigint; escrow: bigint }> {
  const accounts = await trx('account').whereIn('id', [MINT, ESCROW]).select('id', 'version')
  const versionOf = (id: string) => accounts.find((account) => account.id === id)?.version ?? 0n
  return { mint: versionOf(MINT), escrow: versionOf(ESCROW) }
}

/** An account that has none yet gets its salt: 244 random bits, which `gen_random_uuid` takes from the system. */
const addSalts = (trx: Trx) =>
  trx.raw(`
    insert into ledger_salt (account_id, salt)
    select id, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) from account
    on conflict do nothing`)

/** Appends the leaves, then upwards a hash for each row that has become full. Of who has left, the salt is kept nowhere. */
async function addLeaves(
  trx: Trx,
  before: { size: bigint; mint_version: bigint; escrow_version: bigint },
  { mint, escrow }: { mint: bigint; escrow: bigint },
): Promise<void> {
  await trx.raw(
    `insert into ledger_tile (level, number, hashes)
     select 0, at / 256, string_agg(
       ledger_leaf(coalesce(salt, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), facts), '' order by at)
     from ledger_leaves(:mintFrom, :mint, :escrowFrom, :escrow) leaf
     cross join lateral (select :size::bigint + place as at) placed
     join ledger_salt using (account_id)
     group by at / 256
     on conflict (level, number) do update set hashes = ledger_tile.hashes || excluded.hashes`,
    { mintFrom: before.mint_version, mint, escrowFrom: before.escrow_version, escrow, size: before.size },
  )
  let level = 0
  for (let full = (mint + escrow) / 256n; full > 0n; full /= 256n) {
    const above = (before.size / 256n ** BigInt(level + 1)).toString()
    await trx.raw(
      `insert into ledger_tile (level, number, hashes)
       select :level::int + 1, number / 256, string_agg(merkle_root(hashes), '' order by number)
       from ledger_tile where level = :level and number >= :above and length(hashes) = 8192
       group by number / 256
       on conflict (level, number) do update set hashes = ledger_tile.hashes || excluded.hashes`,
      { level, above },
    )
    level += 1
  }
}
