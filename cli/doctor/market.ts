import { readWaiting, WAITS } from '../../src/modules/admin/index.ts'
import { openPlace, readBackup } from '../../src/modules/backup/index.ts'
import { categoryPrices } from '../../src/modules/catalog/index.ts'
import { adminIds } from '../../src/modules/identity/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Config } from '../../src/platform/config.ts'
import type { Database } from '../../src/platform/database.ts'
import { LATE_SECONDS, workerSilence } from '../../src/platform/jobs/job-report.ts'
import { describeWaiting } from '../describe-waiting.ts'
import { bad, type Check, count, type Finding, good, inDatabase, warning } from './check.ts'

const inMarket =
  (look: (db: Database, config: Config) => Promise<Finding | Finding[]>): Check['examine'] =>
  (config) =>
    inDatabase(config.directDatabaseUrl, (db) => look(db, config))

/** These checks look at the market itself: its configuration may be right and these wrong. */
export const MARKET_CHECKS: Check[] = [
  {
    name: 'admin',
    needs: 'tables',
    advice: 'Run market setup-token and enter it at /admin, or market promote-admin EMAIL.',
    examine: inMarket(async (db) => {
      const { length } = await adminIds(db)
      return length === 0 ? bad(`none: ${WAITS.no_admin.text}`) : good(count(length, 'admin'))
    }),
  },
  {
    name: 'categories',
    needs: 'tables',
    advice: 'Run market seed-categories, or add your own on the admin page.',
    examine: inMarket(async (db) => {
      const { length } = await categoryPrices(db)
      return length === 0 ? bad('none has a price') : good(`${length} with prices`)
    }),
  },
  {
    name: 'worker',
    needs: 'tables',
    advice: 'Start a worker, or a web process without WORKERS=off: without one nothing happens by itself.',
    examine: inMarket(async (db) => {
      const seconds = await workerSilence(db)
      if (seconds === undefined) return bad('none has ever run')
      const found = `heard of ${Math.round(seconds)} s ago`
      return seconds > LATE_SECONDS ? bad(found) : good(found)
    }),
  },
  {
    name: 'backup',
    needs: 'tables',
    advice: 'Bring the place back, or give another: market backup TARGET. The passphrase is BACKUP_PASSPHRASE.',
    examine: inMarket(async (db, config) => {
      const state = await readBackup(db)
      // Once there are neighbours, it waits for a person.
      if (!state) return warning('never taken', `Run ${WAITS.never_backed_up.settle}`)
      if (!state.takenAt) return bad(`${state.target} has no whole backup`, 'Run market backup.')
      const { encrypted, remote } = await openPlace(config, state)
      const found = `${state.target}, the last whole one of ${state.takenAt.toISOString()}`
      if (encrypted || !remote) return good(found)
      return warning(`${found}, not encrypted`, 'Set BACKUP_PASSPHRASE and give it a new place: market backup TARGET.')
    }),
  },
  {
    name: 'waiting',
    needs: 'tables',
    advice: 'Run market status.',
    examine: inMarket(async (db, config) => {
      const waiting = describeWaiting(await readWaiting({ db, clock: systemClock }), config.publicUrl)
      if (waiting.length === 0) return good('nothing waits for a person')
      return waiting.map(({ found, settle }) =>
        bad(found, settle === 'market doctor' ? 'See the lines above.' : settle),
      )
    }),
  },
]
