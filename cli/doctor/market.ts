import { readWaiting, WAITS } from '../../src/modules/admin/index.ts'
import { openPlace, readBackup } from '../../src/modules/backup/index.ts'
import { categoryPrices } from '../../src/modules/catalog/index.ts'
import { adminIds } from '../../src/modules/identity/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Config } from '../../src/platform/config.ts'
import type { Database } from '../../src/platform/database.ts'
import { LATE_SECONDS, workerSilence } from '../../src/platform/jobs/job-report.ts'
import { say, words } from '../../src/platform/language/words.ts'
import { NAME, SITE_PAGES, type SitePage } from '../../src/platform/site/look.ts'
import { readSite } from '../../src/platform/site/site.ts'
import { describeWaiting } from '../describe-waiting.ts'
import { bad, type Check, type Finding, good, inDatabase, warning } from './check.ts'

const inMarket =
  (look: (db: Database, config: Config) => Promise<Finding | Finding[]>): Check['examine'] =>
  (config) =>
    inDatabase(config.directDatabaseUrl, (db) => look(db, config))

const LACKING: Record<SitePage, string> = {
  terms: words('it has no terms'),
  privacy: words('it has no privacy page'),
  imprint: words('it has no imprint'),
}

/** These checks look at the market itself: its configuration may be right and these wrong. */
export const MARKET_CHECKS: Check[] = [
  {
    name: words('admin'),
    needs: 'tables',
    advice: words('Run market setup-token and enter it at /admin, or market promote-admin EMAIL.'),
    examine: inMarket(async (db) => {
      const { length } = await adminIds(db)
      return length === 0
        ? bad(say('none: {text}', { text: { message: WAITS.no_admin.text } }))
        : good(say('{count, plural, one {# admin} other {# admins}}', { count: length }))
    }),
  },
  {
    name: words('categories'),
    needs: 'tables',
    advice: words('Run market seed-categories, or add your own on the admin page.'),
    examine: inMarket(async (db) => {
      const { length } = await categoryPrices(db)
      return length === 0 ? bad(words('none has a price')) : good(say('{count} with prices', { count: length }))
    }),
  },
  {
    name: words('worker'),
    needs: 'tables',
    advice: words('Start a worker, or a web process without WORKERS=off: without one nothing happens by itself.'),
    examine: inMarket(async (db) => {
      const seconds = await workerSilence(db)
      if (seconds === undefined) return bad(words('none has ever run'))
      const found = say('last heard from {seconds} s ago', { seconds: Math.round(seconds) })
      return seconds > LATE_SECONDS ? bad(found) : good(found)
    }),
  },
  {
    name: words('backup'),
    needs: 'tables',
    advice: words('Bring the place back, or give another: market backup TARGET. The passphrase is BACKUP_PASSPHRASE.'),
    examine: inMarket(async (db, config) => {
      const state = await readBackup(db)
      // Once there are neighbours, it waits for a person.
      if (!state) return warning(words('never taken'), say('Run {settle}', { settle: WAITS.never_backed_up.settle }))
      if (!state.takenAt)
        return bad(say('{target} has no whole backup', { target: state.target }), words('Run market backup.'))
      const { encrypted, remote } = await openPlace(config, state)
      const found = say('{target}, the last whole one of {time}', {
        target: state.target,
        time: state.takenAt.toISOString(),
      })
      if (encrypted || !remote) return good(found)
      return warning(
        say('{found}, not encrypted', { found }),
        words('Set BACKUP_PASSPHRASE and give it a new place: market backup TARGET.'),
      )
    }),
  },
  {
    name: words('time zone'),
    needs: 'tables',
    advice: words(
      'Set MARKET_TIME_ZONE to where your neighbours live, such as Europe/Vienna, or choose it at /admin/settings.',
    ),
    examine: inMarket(async (db, config) => {
      const { timeZone: zone, timeZoneChosen } = await readSite(db, config)
      return timeZoneChosen ? good(zone) : warning(say("{zone}, this machine's: MARKET_TIME_ZONE is not set", { zone }))
    }),
  },
  {
    name: words('site'),
    needs: 'tables',
    advice: words('Set it at /admin/settings.'),
    examine: inMarket(async (db, config) => {
      const site = await readSite(db, config)
      const lacking = [
        ...(site.name === NAME ? [words('it has no name of its own')] : []),
        ...(site.place === null ? [words('it does not say where it is')] : []),
        ...(site.contact === null ? [words('it has no contact')] : []),
        ...(config.doordash && site.currency !== 'usd'
          ? [words('its courier, DoorDash, is paid in US dollars alone: buyers get no courier quote')]
          : []),
        ...SITE_PAGES.filter((page) => !site.pages.includes(page)).map((page) => LACKING[page]),
      ]
      return lacking.length === 0 ? good(site.name) : lacking.map((found) => warning(found))
    }),
  },
  {
    name: words('waiting'),
    needs: 'tables',
    advice: words('Run market status.'),
    examine: inMarket(async (db, config) => {
      const waiting = describeWaiting(await readWaiting({ db, clock: systemClock }), config.publicUrl)
      if (waiting.length === 0) return good(words('nothing waits for a person'))
      return waiting.map(({ found, settle }) =>
        bad(found, settle === 'market doctor' ? words('See the lines above.') : settle),
      )
    }),
  },
]
