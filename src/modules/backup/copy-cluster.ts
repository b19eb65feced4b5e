import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Vault } from '../../platform/backup/vault.ts'
import { say } from '../../platform/language/words.ts'
import { Refused } from '../../platform/errors.ts'
import { chunkKey, type Cluster } from './base.ts'

type Parts = Cluster['files'][number]['parts']

const CHUNK_BYTES = 4 * 2 ** 20
/** Smaller files share chunks: a cluster has a thousand of them. */
const SMALL_BYTES = 2 ** 20
const AT_ONCE = 4

/** Folders whose content PostgreSQL makes anew; the log comes segment by segment. */
const EMPTIED = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|current_logfiles|backup_label.*|tablespace_map.*|pgsql_tmp.*|pg_internal\.init.*)$/

/**
 * Copies the files of a cluster while its server works on them, between `pg_backup_start` and `pg_backup_stop`: what is
 * torn by that, the log mends. Chunks that the vault has already are not written again, unless they are rotten there.
 */
export async function copyCluster(vault: Vault, cluster: string, rotten: string[]) {
  const sound = (await vault.list('chunks/')).filter((key) => !rotten.includes(key))
  const known = new Set(sound.map((key) => key.split('/').at(-1) ?? ''))
  const files: Cluster['files'] = []
  const folders: string[] = []
  const writing = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined
  let shared: { bytes: Buffer; parts: Parts }[] = []
  let sharedBytes = 0

  async function store(bytes: Buffer): Promise<string> {
    const name = vault.nameOf(bytes)
    if (known.has(name)) return name
    known.add(name)
    while (writing.size >= AT_ONCE) await Promise.race(writing)
    const written = vault
      .put(chunkKey(name), bytes)
      .catch((error: unknown) => (failure ??= { error }))
      .then(() => void writing.delete(written))
    writing.add(written)
    if (failure) throw failure.error
    return name
  }
  async function storeShared(): Promise<void> {
    if (shared.length === 0) return
    const name = await store(Buffer.concat(shared.map(({ bytes }) => bytes)))
    let from = 0
    for (const { bytes, parts } of shared) {
      parts.push([name, from, bytes.length])
      from += bytes.length
    }
    ;[shared, sharedBytes] = [[], 0]
  }
  async function add(path: string): Promise<void> {
    const parts: Parts = []
    for await (const bytes of piecesOf(join(cluster, path))) {
      if (bytes.length < SMALL_BYTES) {
        shared.push({ bytes, parts })
        sharedBytes += bytes.length
        if (sharedBytes >= CHUNK_BYTES) await storeShared()
      } else parts.push([await store(bytes), 0, bytes.length])
    }
    files.push({ path, parts })
  }
  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (LEFT_OUT.test(entry.name)) continue
      if (entry.isSymbolicLink())
        throw new Refused(say('{path} of the database is a link; tablespaces are not backed up.', { path }))
      if (entry.isDirectory()) {
        folders.push(path)
        if (!EMPTIED.test(path)) await walk(path)
      } else if (entry.isFile()) await add(path)
    }
  }
  await walk('')
  return {
    /** Adds what `pg_backup_stop` has said, and waits until all is written. */
    async finish(label: string) {
      const parts: Parts = []
      shared.push({ bytes: Buffer.from(label), parts })
      await storeShared()
      files.push({ path: 'backup_label', parts })
      await Promise.all(writing)
      if (failure) throw failure.error
      return { files, folders }
    },
  }
}

/** Nothing of a file that is gone by now: the log knows that. */
async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return
  try {
    // Bytes that are appended meanwhile stand in the log.
    const { size } = await file.stat()
    for (let from = 0; from < size; from += CHUNK_BYTES) {
      const piece = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - from))
      const { bytesRead } = await file.read(piece, 0, piece.length, from)
      if (bytesRead > 0) yield piece.subarray(0, bytesRead)
      if (bytesRead < piece.length) return
    }
  } finally {
    await file.close()
  }
}
