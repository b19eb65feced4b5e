import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type BackupTarget, openTarget } from '../../platform/backup/backup-target.ts'
import { openOwnVault, openVault, type Vault } from '../../platform/backup/vault.ts'
import { loadConfig } from '../../platform/config.ts'
import { messageOf } from '../../platform/errors.ts'
import { startS3Double } from '../../testing/doubles/s3-double.ts'
import { type Base, chunkKey, photoFile, putBase, segmentKey } from './base.ts'
import { withBestBase } from './choose-base.ts'
import { copyCluster } from './copy-cluster.ts'
import { damagedPhotos } from './inspect-base.ts'
import { changeNewest } from './newest.ts'
import { readLog } from './read-log.ts'
import { readChunk } from './restore-cluster.ts'

const PASSPHRASE = 'correct horse battery'

async function tempFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'market-harmed-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return root
}
const folder = async () => openTarget(join(await tempFolder(), 'place'), loadConfig({}))
async function bucket(): Promise<BackupTarget> {
  const s3 = await startS3Double({ accessKeyId: 'id', secretAccessKey: 'secret', region: 'us-east-1' })
  onTestFinished(() => s3.stop())
  const reach = { BACKUP_S3_ENDPOINT: s3.url, BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' }
  return openTarget('s3://backups/our/market', loadConfig(reach))
}

const segment = (timeline: number, position: number) => `0000000${timeline}00000000000000${10 + position}`

/** As a market leaves it that was restored once: two whole backups before that, one after. */
async function fill(vault: Vault): Promise<void> {
  const cluster = await tempFolder()
  await mkdir(join(cluster, 'base'))
  const takeBase = async (day: number, first: string, last: string, photos: string[]) => {
    await writeFile(join(cluster, 'base', `file-${day}`), randomBytes(1_100_000))
    const { files, folders } = await (await copyCluster(vault, cluster, [])).finish('label')
    const time = `2026-11-${day}T02:37:00.000Z`
    const base: Base = {
      format: 1,
      name: `202611${day}T023700Z`,
      startedAt: time,
      finishedAt: time,
      version: '1.0.0',
      migrations: [],
      digest: createHash('sha256').update(first).digest('hex'),
      secrets: {},
      photos,
      cluster: { postgres: 18, password: 'p', firstSegment: first, lastSegment: last, folders, files },
    }
    await putBase(vault, base)
  }
  const photos = ['aa/one.webp', 'bb/two.webp', 'cc/three.webp']
  for (const key of photos) await vault.put(photoFile(key), randomBytes(1000), { compressed: false })
  await takeBase(20, segment(1, 0), segment(1, 0), photos.slice(0, 1))
  await takeBase(21, segment(1, 1), segment(1, 2), photos.slice(0, 2))
  for (let position = 0; position <= 3; position += 1)
    await vault.put(segmentKey(segment(1, position)), randomBytes(64))
  await vault.put(segmentKey('00000002.history'), Buffer.from('1\t0/13000028\tno recovery target specified\n'))
  for (let position = 3; position <= 8; position += 1)
    await vault.put(segmentKey(segment(2, position)), randomBytes(64))
  await takeBase(22, segment(2, 4), segment(2, 5), photos.slice(0, 2))
  const at = '2026-11-22T10:00:00.000Z'
  await changeNewest(vault, () => ({ segment: segment(2, 8), at, photos: photos.slice(2) }))
}

interface Verdict {
  said: string[]
  base: string
  end: string | undefined
  /** All files that it can't do without, but for the whole backup itself: the one before is as good. */
  needed: string[]
}

/** All of a restore but PostgreSQL's part. */
async function judge(vault: Vault, name?: string): Promise<Verdict> {
  const { found, passedOver } = await withBestBase(vault, { name }, async ({ base, chain }) => {
    const { cluster } = base
    if (!cluster || !chain) throw new Error('has no database')
    const log = await readLog(vault, cluster, chain)
    const chunks = new Set(cluster.files.flatMap(({ parts }) => parts.map(([chunk]) => chunk)))
    for (const chunk of chunks) await readChunk(vault, chunk)
    for (const one of chain.segments) await log.get(one)
    const photos = (await damagedPhotos(vault, base)).map(({ message }) => message)
    const said = [...log.lost(new Date(base.finishedAt)), ...photos]
    const needed = [...[...chunks].map(chunkKey), ...chain.segments.map(segmentKey), ...base.photos.map(photoFile)]
    return { said, base: base.name, end: chain.segments.at(-1), needed }
  })
  return { ...found, said: [...passedOver, ...found.said] }
}

const HARMS: Record<string, (bytes: Buffer, other: Buffer) => Buffer | null> = {
  removed: () => null,
  damaged: (bytes) => Buffer.from(bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1)),
  truncated: (bytes) => bytes.subarray(0, bytes.length >> 1),
  emptied: () => Buffer.alloc(0),
  swapped: (_, other) => other,
}

test.each([
  ['a folder, as it is', folder, '', ['removed', 'damaged', 'truncated', 'emptied', 'swapped']],
  ['a bucket, encrypted', bucket, PASSPHRASE, ['removed', 'swapped']],
])(
  'each file is removed, damaged, truncated and swapped: a restore is exact, or says what is wrong: %s',
  async (_, make, passphrase, harms) => {
    const target = await make()
    await fill(await openOwnVault(target, { market: '1', passphrase, makes: true }))
    const opened = await openVault(target, passphrase)
    const sound = await judge(opened)
    expect(sound).toMatchObject({ said: [], base: '20261122T023700Z', end: segment(2, 8) })
    const keys = (await target.list('')).toSorted()
    const silent: string[] = []
    for (const key of keys) {
      const bytes = (await target.get(key))!
      const neighbour = keys.find((one) => one !== key && one.split('/')[0] === key.split('/')[0]) ?? keys[0]!
      const other = (await target.get(neighbour))!
      for (const how of harms) {
        const harmed = HARMS[how]!(bytes, other)
        await (harmed ? target.put(key, harmed) : target.delete(key))
        const isPlace = key === 'market-backup.json'
        const verdict = await (isPlace ? openVault(target, passphrase) : Promise.resolve(opened))
          .then(judge)
          .catch(messageOf)
        await target.put(key, bytes)
        if (typeof verdict === 'string') expect(verdict).toMatch(/\.( Is its disk plugged in\?)?$/)
        else if (verdict.said.length === 0) {
          expect({ key, how, end: verdict.end }).toEqual({ key, how, end: sound.end })
          silent.push(`${key} ${how}`)
        } else for (const words of verdict.said) expect(words).toMatch(/ (missing|damaged)\b.*\.$/)
      }
    }
    expect(await judge(opened)).toEqual(sound)
    expect(silent.filter((one) => sound.needed.includes(one.split(' ')[0] ?? ''))).toEqual([])
  },
)

test('the log is followed from the market before to the one that was restored from it, and no hole is passed over', async () => {
  const target = await folder()
  const vault = await openOwnVault(target, { market: '1', passphrase: '', makes: true })
  await fill(vault)
  expect(await judge(vault, '20261120T023700Z')).toMatchObject({ said: [], end: segment(2, 8) })
  await vault.delete(segmentKey('00000002.history'))
  expect(await judge(vault, '20261122T023700Z')).toMatchObject({ said: [], end: segment(2, 8) })
  const lost = await judge(vault, '20261120T023700Z')
  expect(lost.end).toBe(segment(1, 3))
  expect(lost.said).toEqual([
    'wal/00000002.history in the backup is missing, and the log goes on behind it until 2026-11-22T10:00:00.000Z. ' +
      'The market stands at 2026-11-20T02:37:00.000Z: what was done after that is lost.',
  ])
})
