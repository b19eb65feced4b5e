import { once } from 'node:events'
import { changedSql } from '../../src/platform/database/apply-sql.ts'
import { isLent } from '../../src/platform/database/is-lent.ts'
import { compareMigrations } from '../../src/platform/demand-needs.ts'
import { say, words } from '../../src/platform/language/words.ts'
import { bad, type Check, good, inDatabase, skipped, warning, withClient } from './check.ts'

const OLDEST = 150_000
const EXTENSIONS = ['pg_trgm', 'btree_gin']
const DIFFERS_BY_MS = 2000

export const DATABASE_CHECKS: Check[] = [
  {
    name: words('database'),
    advice: words(
      'Check DATABASE_URL (and DATABASE_DIRECT_URL): is PostgreSQL running there, and may this role connect?',
    ),
    examine: (config) =>
      withClient(config.directDatabaseUrl, async (client) => {
        const { rows } = await client.query<{ number: number; version: string; extensions: string[] }>(
          `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version,
             array(select name::text from pg_available_extensions) as extensions`,
        )
        const [{ number, version, extensions } = { number: 0, version: '?', extensions: [] }] = rows
        if (number < OLDEST)
          return bad(say('PostgreSQL {version}', { version }), words('The market needs PostgreSQL 15 or later.'))
        const missing = EXTENSIONS.filter((name) => !extensions.includes(name))
        if (missing.length === 0)
          return good(say('PostgreSQL {version}, with {extensions}', { version, extensions: EXTENSIONS.join(' and ') }))
        return bad(
          say('PostgreSQL {version} without {missing}', { version, missing: missing.join(', ') }),
          words('Install its contrib package.'),
        )
      }),
  },
  {
    name: words('tables'),
    needs: 'database',
    advice: words('Run market migrate; the role needs to own the database, or to be allowed to create in it.'),
    examine: (config) =>
      inDatabase(config.directDatabaseUrl, async (db) => {
        const { done, missing, unknown } = await compareMigrations(db)
        const newest = done.at(-1) ?? 'none'
        if (missing.length > 0)
          return bad(
            say('{count, plural, one {# migration} other {# migrations}} missing after {newest}', {
              count: missing.length,
              newest,
            }),
            words('Run market migrate.'),
          )
        if (unknown.length > 0)
          return warning(
            say(
              '{count, plural, one {# migration} other {# migrations}} of a later version than this code, up to {newest}',
              { count: unknown.length, newest: unknown.at(-1) ?? '' },
            ),
            words('Start that version again, unless you have gone back on purpose.'),
          )
        const changed = await changedSql(db)
        if (changed.length === 0) return good(say('migrated to {newest}', { newest }))
        return bad(
          say('functions are not those of this code: {changed}', { changed: changed.join(', ') }),
          words('Run market migrate.'),
        )
      }),
  },
  {
    name: words('pooler'),
    needs: 'database',
    advice: words('Check DATABASE_URL.'),
    async examine(config) {
      if (config.embeddedDatabase) return skipped(words('the embedded database needs none'))
      const [lent, lentDirectly] = [await isLent(config.DATABASE_URL), await isLent(config.directDatabaseUrl)]
      if (lentDirectly) {
        const [name, advice] = config.DATABASE_DIRECT_URL
          ? ['DATABASE_DIRECT_URL', words('It has to lead past the pooler, to PostgreSQL itself.')]
          : ['DATABASE_URL', words('Name PostgreSQL itself in DATABASE_DIRECT_URL.')]
        return bad(say('{name} leads to a pooler in transaction mode', { name }), advice)
      }
      if (lent) return good(words('in transaction mode, with a way past it'))
      if (!config.DATABASE_DIRECT_URL) return good(words('none, or one that keeps sessions'))
      return warning(
        words('DATABASE_URL does not lead to a pooler in transaction mode'),
        words(
          'Leave DATABASE_DIRECT_URL out, or set pool_mode = transaction: statements are slower than they could be.',
        ),
      )
    },
  },
  {
    name: words('notifications'),
    needs: 'database',
    advice: words('DATABASE_DIRECT_URL has to lead to the same database as DATABASE_URL, without a pooler in between.'),
    examine: (config, signal) =>
      withClient(config.directDatabaseUrl, (listener) =>
        withClient(config.DATABASE_URL, async (sender) => {
          await listener.query('listen market_doctor')
          const heard = once(listener, 'notification', { signal })
          await sender.query("select pg_notify('market_doctor', '')")
          await heard
          return good(words('what one process says the others hear'))
        }),
      ),
  },
  {
    name: words('clock'),
    needs: 'database',
    advice: words('Check the database first.'),
    examine: (config) =>
      withClient(config.directDatabaseUrl, async (client) => {
        const before = Date.now()
        const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
        const after = Date.now()
        const there = rows[0]?.now.getTime() ?? 0
        const apart = Math.max(before - there, there - after)
        if (apart < DIFFERS_BY_MS) return good(words("this machine's and the database's agree"))
        return bad(
          say('this machine and the database are {apart} s apart', { apart: Math.round(apart / 1000) }),
          words('Let NTP set both: codes at the door are good for half a minute.'),
        )
      }),
  },
  {
    name: words('connections'),
    needs: 'database',
    advice: words('Raise max_connections (or the limit of the role or the database), or put a pooler in between.'),
    examine: (config) =>
      withClient(config.directDatabaseUrl, async (client) => {
        const { rows } = await client.query<{ allowed: number; listening: number }>(ALLOWED)
        const [{ allowed, listening } = { allowed: 0, listening: 0 }] = rows
        const processes = Math.max(listening, 1) + (config.WORKERS === 'off' ? 1 : 0)
        const each = config.DATABASE_DIRECT_URL ? OPENS.direct : OPENS.direct + OPENS.pool
        const needed = processes * each + FOR_YOU
        const found = say(
          '{allowed} are allowed; {processes, plural, one {# process} other {# processes}} and you may need {needed}',
          { allowed, processes, needed },
        )
        return allowed >= needed ? good(found) : bad(found)
      }),
  },
]

/** A process needs so many, as docs/operations.md says: past a pooler, and through it. */
const OPENS = { direct: 6, pool: 10 }
const FOR_YOU = 10
/** Each process that serves listens on a connection of its own. */
const ALLOWED = `
  select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
    ) as allowed,
    (select count(*)::int from pg_stat_activity
     where datname = current_database() and application_name = 'market-listener') as listening`
