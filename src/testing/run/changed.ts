import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { dirname } from 'node:path'

/** The tests to run of each: test files and folders by their path. Undefined is everything, an empty list nothing. */
export interface Selection {
  vitest: string[] | undefined
  screens: string[] | undefined
}

/** The screens that show a feature of the site: `web/e2e/<name>.spec.ts`. */
const SCREENS_OF: Record<string, string[]> = {
  admin: ['safety'],
  basket: ['basket'],
  batch: ['batch', 'camera'],
  browsing: ['finding', 'home'],
  economy: ['economy'],
  handover: ['handover'],
  times: ['handover', 'journeys'],
  identity: ['account', 'passkey', 'signing-out'],
  landing: ['home'],
  listing: ['item'],
  messaging: ['messages', 'member-screens'],
  notifications: ['account'],
  'my-listings': ['owner'],
  photos: ['post', 'camera'],
  posting: ['post', 'by-hand'],
  buying: ['trades', 'stripe', 'price-change'],
  safety: ['safety'],
  purchases: ['trades', 'orders'],
  'listing-page': ['item'],
  wallet: ['member-screens'],
}
/** The whole way, for a change that every screen or module may feel: one neighbour lists, another buys. */
const MAIN_JOB = 'web/e2e/main-job.spec.ts'
/** The tests of all tables and functions, and which of them there may be. */
const SCHEMA = ['src/platform/migrations.test.ts', 'src/platform/database/']
/** Rules about all files, which take seconds. */
const RULES = 'src/testing/checks'

/** The files that differ from a commit, new ones too. @param ref the last commit where left out: what is not committed */
export function changedFiles(ref = 'HEAD'): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', ref, '--'), ...git('ls-files', '--others', '--exclude-standard')]
}

/** The tests of what was changed: those of the same module or room, and the screens of the same feature. */
export function testsOf(files: string[]): Selection {
  const vitest = new Set([RULES])
  const screens = new Set<string>()
  for (const file of files) {
    const [top = '', middle = '', name = ''] = file.split('/')
    if (file.endsWith('.md')) continue
    if (isOfAll(file)) return { vitest: undefined, screens: undefined }
    if (/\.sql$|^migrations\//.test(file)) for (const path of SCHEMA) vitest.add(path)
    if (file.endsWith('.spec.ts')) screens.add(file)
    else if (top === 'web' && middle === 'features') {
      vitest.add(`web/features/${name}/`)
      for (const screen of SCREENS_OF[name] ?? [MAIN_JOB]) screens.add(`web/e2e/${screen}.spec.ts`)
    } else {
      if (top === 'web') screens.add(MAIN_JOB)
      vitest.add(roomOf(file))
    }
  }
  return {
    vitest: [...vitest].filter(
      (path) => globSync(`${path}{,/**/}*.test.{ts,tsx}`).length > 0 || path.includes('.test.'),
    ),
    screens: [...screens].filter((path) => existsSync(path)),
  }
}

/** Files that all tests stand on. */
const isOfAll = (file: string) =>
  /^(package(-lock)?\.json|vitest\.config\.ts|playwright\.config\.ts|src\/testing\/(market|postgres|time)\/[^/]+\.ts|web\/e2e\/support\/(fixtures|steps)\.ts)$/.test(
    file,
  )

/** A test is itself; a file of a module belongs to the whole module, any other to its folder. */
function roomOf(file: string): string {
  if (/\.test\.tsx?$/.test(file)) return file
  return /^src\/modules\/[^/]+\//.exec(file)?.[0] ?? `${dirname(file)}/`
}
