import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { bad, type Check, good, skipped, withClient } from './check.ts'
import { say, words } from '../../src/platform/language/words.ts'

/** A replica that keeps up has what was written within a blink. */
const PATIENCE_MS = 2000
const PAUSE_MS = 100

export const REPLICA: Check = {
  name: words('replica'),
  needs: 'database',
  advice: words('Check DATABASE_REPLICA_URL, and that it streams. Meanwhile all is read from the database itself.'),
  examine(config, signal) {
    const { DATABASE_REPLICA_URL: url } = config
    if (url === '')
      return Promise.resolve(skipped(words('no DATABASE_REPLICA_URL: all is read from the database itself')))
    return withClient(config.directDatabaseUrl, (primary) =>
      withClient(url, async (replica) => {
        if ((await systemOf(primary)) !== (await systemOf(replica)))
          return bad(
            words('it is not a replica of this database'),
            words('Correct DATABASE_REPLICA_URL: visitors would read there.'),
          )
        const { rows } = await primary.query<{ written: string }>('select pg_current_wal_lsn()::text as written')
        const written = rows[0]?.written ?? ''
        for (let waited = 0; ; waited += PAUSE_MS) {
          const lacks = await bytesLacking(replica, written)
          if (lacks <= 0)
            return good(
              waited === 0 ? words('it keeps up') : say('it keeps up, {waited} s behind', { waited: waited / 1000 }),
            )
          if (waited >= PATIENCE_MS)
            return bad(
              say('{lacks} bytes that were written {waited} s ago have not arrived', { lacks, waited: waited / 1000 }),
              words('Is it paused, or its connection lost (pg_stat_wal_receiver)? One over 10 s behind is left alone.'),
            )
          await sleep(PAUSE_MS, undefined, { signal })
        }
      }),
    )
  },
}

/** PostgreSQL's name for the cluster, which a replica shares. */
async function systemOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')
  return rows[0]?.id ?? ''
}

/** One that has become the primary has all there is. */
async function bytesLacking(replica: pg.Client, written: string): Promise<number> {
  const { rows } = await replica.query<{ lacks: number }>(
    `select case when pg_is_in_recovery()
       then coalesce(pg_wal_lsn_diff($1, pg_last_wal_replay_lsn()), 1) else 0 end::float8 as lacks`,
    [written],
  )
  return rows[0]?.lacks ?? 0
}
