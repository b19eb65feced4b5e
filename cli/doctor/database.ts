import { once } from 'node:events'
import { changedSql } from '../../src/platform/database/apply-sql.ts'
import { isLent } from '../../src/platform/database/is-lent.ts'
import { compareMigrations } from '../../src/platform/demand-needs.ts'
import { bad, type Check, count, good, inDatabase, skipped, warning, withClient } from './check.ts'

const OLDEST = 150_000
const EXTENSIONS = ['pg_trgm', 'btree_gin']
const DIFFERS_BY_MS = 2000

export const DATABASE_CHECKS: Check[] = [
  {
    name: 'database',
    advice: 'Check DATABASE_URL (and DATABASE_DIRECT_URL): is PostgreSQL running there, and may this role connect?',
    examine: (config) =>
      withClient(config.directDatabaseUrl, async (client) => {
        const { rows } = await client.query<{ number: number; version: string; extensions: string[] }>(
          `select current_setting('server_version_num')::integer as number, current_setting('server_version') as version,
             array(select name::text from pg_available_extensions) as extensions`,
        )
        const [{ number, version, extensions } = { number: 0, version: '?', extensions: [] }] = rows
        if (number < OLDEST) return bad(`PostgreSQL ${version}`, 'The market needs PostgreSQL 15 or later.')
        const missing = EXTENSIONS.filter((name) => !extensions.includes(name))
        if (missing.length === 0) return good(`PostgreSQL ${version}, with ${EXTENSIONS.join(' and ')}`)
        return bad(`PostgreSQL ${version} without ${missing.join(', ')}`, 'Install its contrib package.')
      }),
  },
  {
    name: 'tables',
    needs: 'database',
    advice: 'Run market migrate; the role needs to own the database, or to be allowed to create in it.',
    examine: (config) =>
      inDatabase(config.directDatabaseUrl, async (db) => {
        const { done, missing, unknown } = await compareMigrations(db)
        const newest = done.at(-1) ?? 'none'
        if (missing.length > 0)
          return bad(`${count(missing.length, 'migration')} missing after ${newest}`, 'Run market migrate.')
        if (unknown.length > 0)
          return warning(
            `${count(unknown.length, 'migration')} of a later version than this code, up to ${unknown.at(-1)}`,
            'Start that version again, unless you have gone back on purpose.',
          )
        const changed = await changedSql(db)
        if (changed.length === 0) return good(`migrated to ${newest}`)
        return bad(`functions are not those of this code: ${changed.join(', ')}`, 'Run market migrate.')
      }),
  },
  {
    name: 'pooler',
    needs: 'database',
    advice: 'Check DATABASE_URL.',
    async examine(config) {
      if (config.embeddedDatabase) return skipped('the embedded database needs none')
      const [lent, lentDirectly] = [await isLent(config.DATABASE_URL), await isLent(config.directDatabaseUrl)]
      if (lentDirectly) {
        const [name, advice] = config.DATABASE_DIRECT_URL
          ? ['DATABASE_DIRECT_URL', 'It has to lead past the pooler, to PostgreSQL itself.']
          : ['DATABASE_URL', 'Name PostgreSQL itself in DATABASE_DIRECT_URL.']
        return bad(`${name} leads to a pooler in transaction mode`, advice)
      }
      if (lent) return good('in transaction mode, with a way past it')
      if (!config.DATABASE_DIRECT_URL) return good('none, or one that keeps sessions')
      return warning(
        'DATABASE_URL does not lead to a pooler in transaction mode',
        'Leave DATABASE_DIRECT_URL out, or set pool_mode = transaction: statements are slower than they could be.',
      )
    },
  },
  {
    name: 'notifications',
    needs: 'database',
    advice: 'DATABASE_DIRECT_URL has to lead to the same database as DATABASE_URL, without a pooler in between.',
    examine: (config, signal) =>
      withClient(config.directDatabaseUrl, (listener) =>
        withClient(config.DATABASE_URL, async (sender) => {
          await listener.query('listen market_doctor')
          const heard = once(listener, 'notification', { signal })
          await sender.query("select pg_notify('market_doctor', '')")
          await heard
          return good('what one process says the others hear')
        }),
      ),
  },
  {
    name: 'clock',
    needs: 'database',
    advice: 'Check the database first.',
    examine: (config) =>
      withClient(config.directDatabaseUrl, async (client) => {
        const before = Date.now()
        const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
        const middle = (before + Date.now()) / 2
        const apart = Math.abs((rows[0]?.now.getTime() ?? 0) - middle)
        if (apart < DIFFERS_BY_MS) return good("this machine's and the database's agree")
        return bad(
          `this machine and the database are ${Math.round(apart / 1000)} s apart`,
          'Let NTP set both: codes at the door are good for half a minute.',
        )
      }),
  },
  {
    name: 'connections',
    needs: 'database',
    advice: 'Raise max_connections (or the limit of the role or the database), or put a pooler in between.',
    examine: (config) =>
      withClient(config.directDatabaseUrl, async (client) => {
        const { rows } = await client.query<{ allowed: number; listening: number }>(ALLOWED)
        const [{ allowed, listening } = { allowed: 0, listening: 0 }] = rows
        const processes = Math.max(listening, 1) + (config.WORKERS === 'off' ? 1 : 0)
        const each = config.DATABASE_DIRECT_URL ? OPENS.direct : OPENS.direct + OPENS.pool
        const needed = processes * each + FOR_YOU
        const found = `${allowed} are allowed; ${count(processes, 'process', 'es')} and you may need ${needed}`
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
