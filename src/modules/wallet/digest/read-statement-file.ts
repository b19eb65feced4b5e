import type { Reader } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { ESCROW, MINT } from '../ledger/account.ts'
import { STATEMENT_FORMAT, type FileLine, type StatementFile } from '../statement-file.ts'
import { inclusionProofs } from './inclusion-proofs.ts'

interface Row extends Omit<FileLine, 'place' | 'proof'> {
  minted: boolean
  ownVersion: number
}
interface Night {
  size: bigint
  mint_version: bigint
  escrow_version: bigint
}

/**
 * The member's whole statement with each entry's place in a night's digest, the last one where none is named.
 * @throws NotFound NO_DIGEST for a night without one, and before the first
 */
export async function readStatementFile(reader: Reader, memberId: string, wanted?: string): Promise<StatementFile> {
  const query = reader('ledger_digest').orderBy('night')
  if (wanted !== undefined) void query.where('night', '<=', wanted)
  const nights = await query.select('night', 'size', 'mint_version', 'escrow_version', 'root', 'signature')
  const digest = nights.at(-1)
  const key = await reader('ledger_key').first('public_key')
  const salted = await reader('ledger_salt').where({ account_id: memberId }).first('salt')
  if (!digest || !key || !salted?.salt || (wanted !== undefined && digest.night !== wanted))
    throw new NotFound(
      'There is no digest of that night. The first one with your entries is taken tonight.',
      'NO_DIGEST',
    )
  const size = Number(digest.size)
  const rows = await readLines(reader, memberId)
  const places = rows.map((row) => placeOf(row, nights))
  const proofs = await inclusionProofs(
    reader,
    size,
    places.filter((place) => place !== null),
  )
  const lines = rows.map(({ minted: _minted, ownVersion: _ownVersion, ...line }, index): FileLine => {
    const place = places[index] ?? null
    const proof = place === null ? [] : (proofs.shift() ?? [])
    return { ...line, place, proof: proof.map((hash) => hash.toString('hex')) }
  })
  return {
    format: STATEMENT_FORMAT,
    account: memberId,
    salt: salted.salt.toString('hex'),
    digest: { night: digest.night, size, root: digest.root.toString('hex') },
    signature: digest.signature.toString('base64'),
    publicKey: key.public_key.toString('base64'),
    lines,
  }
}

async function readLines(reader: Reader, memberId: string): Promise<Row[]> {
  const { rows } = await reader.raw<{ rows: { facts: string; minted: boolean; own_version: bigint }[] }>(
    `select ledger_facts(transfer, entry) as facts, own.account_id = '${MINT}' as minted, own.version as own_version
     from entry
     join transfer on transfer.id = entry.transfer_id
     join entry own on own.transfer_id = entry.transfer_id and own.account_id in ('${MINT}', '${ESCROW}')
     where entry.account_id = :memberId
     order by entry.version`,
    { memberId },
  )
  return rows.map(({ facts: line, minted, own_version }) => {
    const [, version, amount, balanceAfter, transfer = '', kind = '', createdAt = '', ...facts] = line.split('\n')
    return {
      version: Number(version),
      amount: Number(amount),
      balanceAfter: Number(balanceAfter),
      transfer,
      kind,
      createdAt,
      facts: facts.join('\n'),
      minted,
      ownVersion: Number(own_version),
    }
  })
}

/** Where the leaf of an entry lies: each night brought first the mint's entries, then those of escrow. */
function placeOf({ minted, ownVersion }: Row, nights: readonly Night[]): number | null {
  const column = minted ? 'mint_version' : 'escrow_version'
  const index = nights.findIndex((one) => one[column] >= BigInt(ownVersion))
  const night = nights[index]
  if (!night) return null
  const before = nights[index - 1] ?? { size: 0n, mint_version: 0n, escrow_version: 0n }
  const ahead = minted ? 0n : night.mint_version - before.mint_version
  return Number(before.size + ahead - before[column] - 1n) + ownVersion
}
