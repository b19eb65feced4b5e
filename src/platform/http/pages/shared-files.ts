import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Middleware } from 'koa'
import { DAY_MS } from '../../durations.ts'
import type { Context } from '../../context.ts'
import { IMMUTABLE } from './static-files.ts'

/** Pages that are open ask for the files of their build for so long after the next one has started. */
const KEPT_MS = DAY_MS
const AT_ONCE = 8
const key = (name: string) => `assets/${name}`

/**
 * Puts the hashed files of the site in `dist` into the photo store, where the machines of a site find those of each
 * other's builds: while a deployment goes on, a page of one build asks a machine of another. Files that no build has had
 * for a day go. Without a built site there is nothing to share.
 */
export async function shareFiles({ db, photos, clock }: Context, dist: string): Promise<void> {
  const folder = join(dist, 'client', 'assets')
  const own = (await readdir(folder).catch(() => [])).filter((name) => !isTwin(name))
  const now = clock.now()
  const { rows: known } = await db.raw<{ rows: { name: string }[] }>(
    'update site_file set superseded_at = null where name = any(?) returning name',
    [own],
  )
  const missing = new Set(own).difference(new Set(known.map(({ name }) => name)))
  for (const names of batches([...missing])) {
    await Promise.all(
      names.map(async (name) => photos.put(key(name), await readFile(join(folder, name)), 'application/octet-stream')),
    )
    await db('site_file')
      .insert(names.map((name) => ({ name })))
      .onConflict('name')
      .ignore()
  }
  await db.raw('update site_file set superseded_at = ? where superseded_at is null and not name = any(?)', [now, own])
  const dayAgo = new Date(now.getTime() - KEPT_MS)
  const old = await db('site_file').where('superseded_at', '<', dayAgo).delete().returning('name')
  for (const names of batches(old)) await Promise.all(names.map(({ name }) => photos.delete(key(name))))
}

/** Answers for hashed files that this machine does not have, if another machine's build does. */
export function sharedFiles({ db, photos }: Context): Middleware {
  return async (http, next) => {
    const name = /^\/assets\/(\w[\w.-]*)$/.exec(http.path)?.[1]
    const reads = http.method === 'GET' || http.method === 'HEAD'
    // Only what is known is asked of the store: what nobody has would cost a call each time.
    const known = reads && name !== undefined && !isTwin(name) && (await db('site_file').where({ name }).first())
    const bytes = known ? await photos.get(key(known.name)) : null
    if (bytes === null) {
      await next()
      return
    }
    http.set('Cache-Control', IMMUTABLE)
    http.type = extname(http.path)
    http.body = bytes
  }
}

/** The compressed copy of a file stands beside it under such a name. */
const isTwin = (name: string) => /\.(br|gz)$/.test(name)

const batches = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, place) =>
    all.slice(place * AT_ONCE, (place + 1) * AT_ONCE),
  )
