import { z } from 'zod'
import { Damaged } from '../../platform/backup/damaged.ts'
import type { Vault } from '../../platform/backup/vault.ts'
import { say } from '../../platform/language/words.ts'
import { Refused } from '../../platform/errors.ts'

const HASH = z.string().regex(/^[0-9a-f]{64}$/)
/** A path inside of the cluster. */
const Path = z
  .string()
  .regex(/^[\w.-]+(\/[\w.-]+)*$/)
  .refine((path) => !path.split('/').includes('..'))

/** A whole backup: what there was at one time, and which part of the log makes it whole. Written last, it exists or not. */
export const Base = z.object({
  format: z.literal(1),
  name: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The market's version. */
  version: z.string(),
  migrations: z.array(z.string()),
  /** The audit's digest, with which the history until then is compared. */
  digest: z.string(),
  /** Content by the name of each file of DATA_DIR that is a key. */
  secrets: z.record(z.string().regex(/^[\w-][\w.-]*$/), z.base64()),
  photos: z.array(z.string()),
  /** The embedded database; null for one of the market's own. */
  cluster: z
    .object({
      /** PostgreSQL's major version. */
      postgres: z.int(),
      password: z.string(),
      firstSegment: z.string(),
      lastSegment: z.string(),
      folders: z.array(Path),
      /** Each file with its chunks: where in them to read, and how many bytes. */
      files: z.array(z.object({ path: Path, parts: z.array(z.tuple([HASH, z.int(), z.int()])) })),
    })
    .nullable(),
})
export type Base = z.infer<typeof Base>
export type Cluster = NonNullable<Base['cluster']>

export const chunkKey = (name: string) => `chunks/${name.slice(0, 2)}/${name}`
export const segmentKey = (name: string) => `wal/${name}`
export const photoFile = (key: string) => `photos/${key}`
export const baseKey = (name: string) => `bases/${name}.json`

/** `20261122T031705Z`: names are in the order of time. */
export const baseName = (startedAt: Date) => startedAt.toISOString().replace(/[-:]|\.\d+/g, '')

export const putBase = (vault: Vault, base: Base) => vault.put(baseKey(base.name), Buffer.from(JSON.stringify(base)))

/** Names of the whole backups, the newest first. */
export async function listBases(vault: Vault): Promise<string[]> {
  const keys = await vault.list('bases/')
  return keys
    .map((key) => key.slice('bases/'.length, -'.json'.length))
    .toSorted()
    .reverse()
}

/** @throws {Damaged} and Error where it is of a version that writes them otherwise */
export async function readBase(vault: Vault, name: string): Promise<Base> {
  const text = await vault.get(baseKey(name))
  if (!text) throw new Damaged(baseKey(name), 'missing')
  const { data } = Base.safeParse(JSON.parse(text.toString()))
  if (!data) throw new Refused(say('The backup {name} was written by a newer version of the market.', { name }))
  return data
}

export const removeBase = (vault: Vault, name: string) => vault.delete(baseKey(name))
