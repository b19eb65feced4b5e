import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { BackupTarget } from './backup-target.ts'
import { contentName, keysOf, seal, type SealKeys, unseal } from './seal.ts'

/** A backup's place with its key: all that goes in is sealed, all that comes out is what went in. */
export interface Vault {
  target: string
  /** Whose backups it holds: PostgreSQL's name for the cluster. */
  market: string
  encrypted: boolean
  put(key: string, bytes: Buffer, options?: { compressed?: boolean }): Promise<void>
  /** Null where there is no such file. @throws Error where it is damaged */
  get(key: string): Promise<Buffer | null>
  delete(key: string): Promise<void>
  list(prefix: string): Promise<string[]>
  /** A name that only the same bytes have. */
  nameOf(bytes: Buffer): string
}

const DESCRIPTION = 'market-backup.json'
const Description = z.object({
  format: z.literal(1, 'was written by a newer version of the market'),
  market: z.string(),
  /** How its key is made of the passphrase, and a text to try it on; null where it is not encrypted. */
  encryption: z.object({ salt: z.base64(), proof: z.base64() }).nullable(),
})

/** @throws Error where there is no backup, or not with this passphrase */
export async function openVault(target: BackupTarget, passphrase: string): Promise<Vault> {
  const vault = await findVault(target, passphrase)
  if (!vault) throw new Error(`There is no backup of a market in ${target.name}.`)
  return vault
}

/**
 * The vault of that market, made when the place is empty; encrypted if there is a passphrase.
 * @throws Error where the place holds something else
 */
export async function openOrMakeVault(target: BackupTarget, market: string, passphrase: string): Promise<Vault> {
  const present = await findVault(target, passphrase)
  if (present) {
    if (present.market !== market)
      throw new Error(`${target.name} holds the backup of another market. Give this one a place of its own.`)
    if (!present.encrypted && passphrase !== '')
      throw new Error(`The backup in ${target.name} is not encrypted, but BACKUP_PASSPHRASE is set. Give a new place.`)
    return present
  }
  if ((await target.list('')).length > 0)
    throw new Error(`${target.name} holds something else. Give an empty place, or one that does not exist yet.`)
  const salt = randomBytes(16)
  const keys = passphrase === '' ? null : await keysOf(passphrase, salt)
  const proof = keys && (await seal(keys, DESCRIPTION, Buffer.from(market)))
  const encryption = proof && { salt: salt.toString('base64'), proof: proof.toString('base64') }
  await target.put(DESCRIPTION, Buffer.from(`${JSON.stringify({ format: 1, market, encryption })}\n`))
  return vaultOf(target, market, keys)
}

async function findVault(target: BackupTarget, passphrase: string): Promise<Vault | undefined> {
  const text = await target.get(DESCRIPTION)
  if (!text) return undefined
  const { data, error } = Description.safeParse(parseJson(text.toString()))
  if (!data) throw new Error(`${DESCRIPTION} in ${target.name}: ${error.issues[0]?.message ?? 'is damaged'}`)
  const { market, encryption } = data
  if (!encryption) return vaultOf(target, market, null)
  if (passphrase === '') throw new Error(`The backup in ${target.name} is encrypted: set BACKUP_PASSPHRASE.`)
  const keys = await keysOf(passphrase, Buffer.from(encryption.salt, 'base64'))
  await unseal(keys, DESCRIPTION, Buffer.from(encryption.proof, 'base64')).catch(() => {
    throw new Error(`BACKUP_PASSPHRASE is not the one that the backup in ${target.name} was encrypted with.`)
  })
  return vaultOf(target, market, keys)
}

function vaultOf(target: BackupTarget, market: string, keys: SealKeys | null): Vault {
  return {
    target: target.name,
    market,
    encrypted: keys !== null,
    put: async (key, bytes, options) => target.put(key, await seal(keys, key, bytes, options)),
    async get(key) {
      const file = await target.get(key)
      return file && unseal(keys, key, file)
    },
    delete: (key) => target.delete(key),
    list: (prefix) => target.list(prefix),
    nameOf: (bytes) => contentName(keys, bytes),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
