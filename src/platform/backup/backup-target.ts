import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { innermost, Refused } from '../errors.ts'
import { listFiles } from '../list-files.ts'
import { openBucket, type Bucket } from '../photo-storage/s3-bucket.ts'
import { say, words } from '../language/words.ts'

/** A place for backups: files by key, such as `wal/000000010000000000000002`. */
export interface BackupTarget {
  /** As it was given, a folder with its whole path. */
  name: string
  /** It is on a machine of somebody else. */
  remote: boolean
  /** Makes the place itself, which nothing else does: under a disk that is unplugged there is an empty folder, or none. */
  make(): Promise<void>
  /** When it resolves, the file is there to stay; a crash before that leaves none, or the one that was there. */
  put(key: string, bytes: Buffer): Promise<void>
  get(key: string): Promise<Buffer | null>
  delete(key: string): Promise<void>
  list(prefix: string): Promise<string[]>
}

/**
 * A folder, or `s3://bucket/prefix`.
 * @throws Error where a bucket is named, but nothing says how to reach it
 */
export function openTarget(name: string, config: Config): BackupTarget {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/.exec(name) ?? []
  if (bucket === undefined) return folderTarget(resolve(name))
  const own = config.BACKUP_S3_ENDPOINT !== ''
  const access = {
    bucket,
    endpoint: own ? config.BACKUP_S3_ENDPOINT : config.S3_ENDPOINT,
    region: own ? config.BACKUP_S3_REGION : config.S3_REGION,
    accessKeyId: own ? config.BACKUP_S3_ACCESS_KEY_ID : config.S3_ACCESS_KEY_ID,
    secretAccessKey: own ? config.BACKUP_S3_SECRET_ACCESS_KEY : config.S3_SECRET_ACCESS_KEY,
  }
  if (access.endpoint === '')
    throw new Refused(
      say(
        '{name} needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or those of S3_.',
        { name },
      ),
    )
  return bucketTarget(name, openBucket(access, BUCKET_TIMEOUT_MS), prefix === '' ? '' : `${prefix}/`)
}

/** For a segment of 16 MB over a home's upstream. */
const BUCKET_TIMEOUT_MS = 120_000

function bucketTarget(name: string, bucket: Bucket, prefix: string): BackupTarget {
  const asked = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((cause: unknown) => {
      const said = say("{name} can't be used: {why}", { name, why: innermost(cause).message })
      throw Object.assign(new Refused(said), { cause })
    })
  return {
    name,
    remote: true,
    make: () => Promise.resolve(),
    put: (key, bytes) => asked(bucket.put(prefix + key, bytes, 'application/octet-stream')),
    get: (key) => asked(bucket.get(prefix + key)),
    delete: (key) => asked(bucket.delete(prefix + key)),
    list: async (start) =>
      (await asked(Array.fromAsync(bucket.list(prefix + start)))).map((key) => key.slice(prefix.length)),
  }
}

const IN_WORDS = new Map([
  ['ENOENT', words('{folder} is not there: its disk may be unplugged.')],
  ['ENOSPC', words('{folder} is full.')],
  ['EDQUOT', words('{folder} is full.')],
  ['EROFS', words('{folder} may only be read.')],
  ['EACCES', words('{folder} may not be used by this user.')],
  ['EIO', words('{folder} answers with errors: its disk may be failing.')],
])

function folderTarget(root: string): BackupTarget {
  const asked = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((cause: unknown) => {
      const message = IN_WORDS.get((cause as NodeJS.ErrnoException).code ?? '')
      if (message === undefined) throw cause
      throw Object.assign(new Refused({ message, values: { folder: root } }), { cause })
    })
  return {
    name: root,
    remote: false,
    make: async () => void (await asked(mkdir(root, { recursive: true }))),
    put: (key, bytes) => asked(putFile(root, key, bytes)),
    get: (key) =>
      asked(
        readFile(join(root, key)).catch((error: unknown) => {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
          throw error
        }),
      ),
    delete: (key) => asked(rm(join(root, key), { force: true })),
    async list(prefix) {
      const folder = prefix.replace(/\/?[^/]*$/, '')
      return (await asked(Array.fromAsync(listFiles(root, folder)))).filter((key) => key.startsWith(prefix))
    },
  }
}

async function putFile(root: string, key: string, bytes: Buffer): Promise<void> {
  const path = join(root, key)
  const partial = join(dirname(path), `.${randomUUID()}`)
  await makeFolders(root, dirname(key))
  try {
    const file = await open(partial, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined)
    throw error
  }
  await syncFolder(dirname(path))
}

/** One by one, so that `root` is not made. */
async function makeFolders(root: string, path: string): Promise<void> {
  let folder = root
  for (const name of path === '.' ? [] : path.split('/')) {
    folder = join(folder, name)
    await mkdir(folder).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    })
  }
}

/** Its new names outlive a power cut only once the folder itself is on disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
