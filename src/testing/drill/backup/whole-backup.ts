import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepBackup, readBackup, restoreMarket, takeBackup } from '../../../modules/backup/index.ts'
import type { Context } from '../../../platform/context.ts'
import { startEmbeddedPostgres } from '../../../platform/embedded-postgres/embedded-postgres.ts'
import { messageOf } from '../../../platform/errors.ts'
import { openMarket } from '../../market/open-market.ts'
import { demand, type Drill, type Figures } from '../drill.ts'
import { buildListings, buildMembers, buy } from '../purchases/trade-steps.ts'

const PURCHASES = 4
type Harm = (bytes: Buffer, other: Buffer) => Buffer | null
const HARMS: Record<string, Harm> = {
  removed: () => null,
  damaged: (bytes) =>
    Buffer.from(bytes).fill(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1, (bytes.length >> 1) + 1),
  truncated: (bytes) => bytes.subarray(0, bytes.length >> 1),
  swapped: (_, other) => other,
}

/**
 * Promise 23: each file of a backup is removed, damaged, truncated or swapped, one at a time and which way by chance, and the
 * market restored: exactly as it was, or with what is wrong in a sentence. It needs a PostgreSQL of its own.
 */
export const wholeBackup: Drill = async ({ random }) => {
  const root = await mkdtemp(join(tmpdir(), 'market-whole-'))
  // As root, PostgreSQL runs as another user, who must get in.
  await chmod(root, 0o711)
  const dataDir = join(root, 'data')
  await mkdir(dataDir)
  const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  try {
    const market = await openMarket('', { env: { DATA_DIR: dataDir, LOG_LEVEL: 'silent' } })
    try {
      return await drill({ ...market, random }, root)
    } finally {
      await market.stop()
    }
  } finally {
    await server.stop()
    for (const folder of [root, server.folder]) await rm(folder, { recursive: true, force: true })
  }
}

async function drill(market: Parameters<Drill>[0], root: string): Promise<Figures> {
  const { ctx, random } = market
  const target = join(root, 'target')
  await fill(market, target)
  const restore = async (): Promise<{ purchases: number; photos: number; said: string[] }> => {
    const config = { ...ctx.config, DATA_DIR: join(root, 'restored') }
    try {
      const { counts, photos, problems } = await restoreMarket(config, { source: target, now: ctx.clock.now() })
      return { purchases: counts.purchases ?? 0, photos, said: problems }
    } catch (error) {
      return { purchases: 0, photos: 0, said: [messageOf(error)] }
    } finally {
      await rm(config.DATA_DIR, { recursive: true, force: true })
    }
  }
  const sound = await restore()
  demand('said of a whole backup', sound.said.join(' '), '')
  demand('purchases of a whole backup', sound.purchases, PURCHASES)

  const entries = await readdir(target, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const ways = Object.entries(HARMS)
  let [exact, said] = [0, 0]
  for (const [index, path] of files.entries()) {
    const bytes = await readFile(path)
    const other = await readFile(files[(index + 1) % files.length] ?? path)
    const [how, harm] = ways[Math.floor(random() * ways.length)] ?? ['removed', () => null]
    const harmed = harm(bytes, other)
    await (harmed ? writeFile(path, harmed) : rm(path))
    const found = await restore()
    await writeFile(path, bytes)
    if (found.said.length > 0) said += 1
    else {
      demand(`${relative(target, path)} ${how}: purchases`, found.purchases, sound.purchases)
      demand(`${relative(target, path)} ${how}: photos`, found.photos, sound.photos)
      exact += 1
    }
  }
  return { files: files.length, exact, 'told in a sentence': said, silent: 0 }
}

/** Two whole backups, and a log that goes on behind each. */
async function fill(market: Parameters<Drill>[0], target: string): Promise<void> {
  const { ctx } = market
  const [seller = '', ...buyers] = await buildMembers(market, 1 + PURCHASES)
  const listings = await buildListings(market, [seller], PURCHASES, '2')
  for (const [index, buyer] of buyers.entries()) {
    await ctx.photos.put(
      `aa/${createHash('sha256').update(buyer).digest('hex')}.webp`,
      Buffer.from(buyer),
      'image/webp',
    )
    if (index % 2 === 0) await takeBackup(ctx, target)
    await buy(ctx, buyer, listings[index] ?? '')
    await carry(ctx)
  }
}

/** As the server does that runs meanwhile; what is new is there when it ends. */
async function carry(ctx: Context): Promise<void> {
  const before = (await readBackup(ctx.db))?.shipped
  await ctx.db.raw('select pg_switch_wal()')
  const stop = keepBackup(ctx)
  while ((await readBackup(ctx.db))?.shipped === before) await sleep(100)
  await stop()
}
