import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { BackupTarget } from './backup-target.ts'
import { contentName, keysOf, seal, type SealKeys, unseal } from './seal.ts'
import { say, words } from '../language/words.ts'
import { Refused } from '../errors.ts'

/** A backup's place with its key: all that goes in is sealed, all that comes out is what went in. */
export interface Vault {
  target: string
  /** The market whose backups it holds: PostgreSQL's name for the cluster. */
  market: string
  encrypted: boolean
  remote: boolean
  /** The place's own name, which no other place has. */
  description: string
  /** @throws Error where the place is another by now, as the folder beneath a disk that was unplugged is */
  demandPlace(): Promise<void>
  put(key: string, bytes: Buffer, options?: { compressed?: boolean }): Promise<void>
  /** Null where there is no such file. @throws {Damaged} where it is not what was put */
  get(key: string): Promise<Buffer | null>
  delete(key: string): Promise<void>
  list(prefix: string): Promise<string[]>
  /** A name that only the same bytes have. */
  nameOf(bytes: Buffer): string
}

const DESCRIPTION = 'market-backup.json'
const Description = z.object({
  format: z.literal(1),
  market: z.string(),
  /** The id of this place alone, which tells two places of the same market apart. */
  id: z.uuid(),
  /** The salt of the key that is made of the passphrase, and a text to try it on; null where it is not encrypted. */
  encryption: z.object({ salt: z.base64(), proof: z.base64() }).nullable(),
})

/** @throws Error where there is no backup, or not with this passphrase */
export async function openVault(target: BackupTarget, passphrase: string): Promise<Vault> {
  const vault = await findVault(target, passphrase)
  if (!vault) throw new Refused(nothingIn(target))
  return vault
}

interface Owner {
  market: string
  passphrase: string
  /** Whether an empty place becomes one; where there was a backup before, its disk may be unplugged. */
  makes: boolean
}

/**
 * The vault of that market, to write to; encrypted if there is a passphrase.
 * @throws Error where the place holds something else
 */
export async function openOwnVault(target: BackupTarget, { market, passphrase, makes }: Owner): Promise<Vault> {
  const present = await findVault(target, passphrase)
  if (present) {
    if (present.market !== market)
      throw new Refused(
        say('{name} holds the backup of another market. Give this one a place of its own.', { name: target.name }),
      )
    if (!present.encrypted && passphrase !== '')
      throw new Refused(
        say('The backup in {name} is not encrypted, but BACKUP_PASSPHRASE is set. Give a new place.', {
          name: target.name,
        }),
      )
    return present
  }
  if (!makes) throw new Refused(nothingIn(target))
  if ((await target.list('')).length > 0)
    throw new Refused(
      say('{name} holds something else. Give an empty place, or one that does not exist yet.', { name: target.name }),
    )
  if (target.remote && passphrase === '')
    throw new Refused(words('What goes to a bucket is encrypted: set BACKUP_PASSPHRASE, for the server as well.'))
  const salt = randomBytes(16)
  const keys = passphrase === '' ? null : await keysOf(passphrase, salt)
  const proof = keys && (await seal(keys, DESCRIPTION, Buffer.from(market)))
  const encryption = proof && { salt: salt.toString('base64'), proof: proof.toString('base64') }
  const description = `${JSON.stringify({ format: 1, id: randomUUID(), market, encryption })}\n`
  await target.make()
  await target.put(DESCRIPTION, Buffer.from(description))
  return vaultOf(target, { market, description, keys })
}

async function findVault(target: BackupTarget, passphrase: string): Promise<Vault | undefined> {
  const text = await target.get(DESCRIPTION)
  if (!text) return undefined
  const description = text.toString()
  const { data, error } = Description.safeParse(parseJson(description))
  if (!data) {
    const where = { description: DESCRIPTION, name: target.name }
    const newer = error.issues.find(({ path }) => path[0] === 'format' && isRecord(parseJson(description)))
    throw new Refused(
      newer
        ? say('{description} in {name} was written by a newer version of the market.', where)
        : say('{description} in {name} is damaged.', where),
    )
  }
  const { market, encryption } = data
  if (!encryption) return vaultOf(target, { market, description, keys: null })
  if (passphrase === '')
    throw new Refused(say('The backup in {name} is encrypted: set BACKUP_PASSPHRASE.', { name: target.name }))
  const keys = await keysOf(passphrase, Buffer.from(encryption.salt, 'base64'))
  await unseal(keys, DESCRIPTION, Buffer.from(encryption.proof, 'base64')).catch(() => {
    throw new Refused(
      say(
        'BACKUP_PASSPHRASE is not the one that the backup in {name} was encrypted with, or {description} there is damaged.',
        { name: target.name, description: DESCRIPTION },
      ),
    )
  })
  return vaultOf(target, { market, description, keys })
}

function vaultOf(
  target: BackupTarget,
  { market, description, keys }: { market: string; description: string; keys: SealKeys | null },
): Vault {
  return {
    target: target.name,
    market,
    encrypted: keys !== null,
    remote: target.remote,
    description,
    async demandPlace() {
      const found = (await target.get(DESCRIPTION))?.toString()
      if (found === undefined) throw new Refused(nothingIn(target))
      if (found !== description) throw new Refused(otherBackup(target.name))
    },
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

const nothingIn = ({ name, remote }: BackupTarget) =>
  remote
    ? say('There is no backup of a market in {name}.', { name })
    : say('There is no backup of a market in {name}. Is its disk plugged in?', { name })

export const otherBackup = (target: string) =>
  say('{target} holds another backup than the one that this market goes to. Was its disk exchanged?', { target })

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
