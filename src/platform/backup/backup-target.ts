import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { listFiles } from '../list-files.ts'
import { openBucket, type Bucket } from '../s3-bucket.ts'

/** A place for backups: files by key, such as `wal/000000010000000000000002`. */
export interface BackupTarget {
  /** As it was given, a folder with its whole path. */
  name: string
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
    throw new Error(
      `${name} needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, or those of S3_.`,
    )
  return bucketTarget(name, openBucket(access, BUCKET_TIMEOUT_MS), prefix === '' ? '' : `${prefix}/`)
}

/** For a segment of 16 MB over a home's upstream. */
const BUCKET_TIMEOUT_MS = 120_000

function bucketTarget(name: string, bucket: Bucket, prefix: string): BackupTarget {
  return {
    name,
    put: (key, bytes) => bucket.put(prefix + key, bytes, 'application/octet-stream'),
    get: (key) => bucket.get(prefix + key),
    delete: (key) => bucket.delete(prefix + key),
    list: async (start) => (await Array.fromAsync(bucket.list(prefix + start))).map((key) => key.slice(prefix.length)),
  }
}

function folderTarget(root: string): BackupTarget {
  return {
    name: root,
    async put(key, bytes) {
      const path = join(root, key)
      const partial = join(dirname(path), `.${randomUUID()}`)
      await mkdir(dirname(path), { recursive: true })
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
    },
    async get(key) {
      try {
        return await readFile(join(root, key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    delete: (key) => rm(join(root, key), { force: true }),
    async list(prefix) {
      const folder = prefix.replace(/\/?[^/]*$/, '')
      return (await Array.fromAsync(listFiles(root, folder))).filter((key) => key.startsWith(prefix))
    },
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
