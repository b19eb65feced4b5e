import { randomInt } from 'node:crypto'
import type { Context } from './context.ts'
import { sqlState, type Database } from './database.ts'
import { hasSql } from './database/apply-sql.ts'
import { isLent } from './database/is-lent.ts'
import { ownMigrations } from './database/migrations.ts'
import { innermost, Refused } from './errors.ts'
import type { PhotoStore } from './photo-storage/photo-store.ts'
import { say, words } from './language/words.ts'

/** Kept in the photo store by every process that starts, to be asked for later. */
const PROBE = 'probe.txt'
const UNDEFINED_TABLE = '42P01'

/** The parts without which a process can't work, by its name in `/readyz`: each throws while it does not answer. */
export const NEEDS = {
  /** One that may be written to. What is refused here tells the pool as well that its connections are to be given up. */
  database: ({ db }: Pick<Context, 'db'>): Promise<unknown> => db('migration').whereRaw('false').delete(),
  queue: ({ queue }: Pick<Context, 'queue'>): Promise<unknown> => queue.boss.isInstalled(),
  photos: ({ photos }: Pick<Context, 'photos'>): Promise<unknown> => photos.get(PROBE),
}

/**
 * Before it serves or takes a job: everything that a process needs answers, and can be written to.
 * @throws Error in one sentence
 */
export async function demandNeeds(ctx: Context): Promise<void> {
  await NEEDS.database(ctx)
  await NEEDS.queue(ctx)
  await demandPhotos(ctx.photos)
}

async function demandPhotos(photos: PhotoStore): Promise<void> {
  try {
    await photos.put(PROBE, Buffer.from('Photos can be kept here.\n'), 'text/plain')
    await photos.get(PROBE)
  } catch (error) {
    throw new Error(`The photo store can't be used (${innermost(error).message}).`, { cause: error })
  }
}

/**
 * The migrations of this version that the database lacks, and those of its own that this version
 * does not know, in order.
 */
export async function compareMigrations(
  db: Database,
): Promise<Record<'missing' | 'done' | 'unknown', string[]> & { newest: string }> {
  const ours = await ownMigrations()
  const done: string[] = await db('migration')
    .orderBy('name')
    .pluck('name')
    .catch((error: unknown): string[] => {
      if (sqlState(error) === UNDEFINED_TABLE) return []
      throw error
    })
  return {
    done,
    missing: ours.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !ours.includes(name)),
    newest: ours.at(-1) ?? '',
  }
}

export const NO_TABLES = words(
  "This database has none of the market's tables. Run `npx market migrate` first, if it is the right one.",
)

/**
 * All migrations of this version have been run on this database, and some version's functions stand on its tables. It may
 * have run more: those of a version that comes.
 * @throws Error in one sentence
 */
export async function demandMigrations(db: Database): Promise<void> {
  const { missing, done } = await compareMigrations(db)
  if (done.length === 0) throw new Refused(NO_TABLES)
  if (missing.length > 0)
    throw new Refused(
      say('This database lacks migrations, the first one {name}. Run `npx market migrate` first.', {
        name: missing[0] ?? '',
      }),
    )
  if (!(await hasSql(db)))
    throw new Refused(
      words('This database has no functions since a migration was taken back. Run `npx market migrate` first.'),
    )
}

/**
 * Nobody else is lent the connection in between: where one is, notifications and locks are lost without a word.
 * @throws Error in one sentence
 */
export async function demandSessions(url: string): Promise<void> {
  if (!(await isLent(url).catch(() => false))) return
  throw new Error(
    'DATABASE_URL leads to a pooler in transaction mode. Name PostgreSQL itself in DATABASE_DIRECT_URL as well.',
  )
}

/**
 * Both lead to the same database: what is locked over one is locked over the other.
 * @throws Error in one sentence
 */
export async function demandSameDatabase(db: Database, direct: Database): Promise<void> {
  const lock = [randomInt(2 ** 31), randomInt(2 ** 31)]
  await direct.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?, ?)', lock)
    const { rows } = await db.raw<{ rows: { free: boolean }[] }>('select pg_try_advisory_xact_lock(?, ?) as free', lock)
    if (rows[0]?.free) throw new Error('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.')
  })
}
