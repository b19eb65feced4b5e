import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, constants, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium as playwrightChromium } from '@playwright/test'
import { FAKE_TIME } from '../time/fake-time.ts'

/** Everything that starts Chromium: the executable, its flags, and the whole environment. */
export interface Chromium {
  path: string
  args: string[]
  env: Record<string, string>
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Looks for a Chromium in the order that CONTRIBUTING.md promises. @throws Error with one line that says how to get one. */
export async function findChromium(): Promise<Chromium> {
  const path = process.env.CHROME_PATH ?? (await findInstalled())
  if (path) return { path, args: launchFlags(), env: inheritedEnv() }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBundled()
  throw new Error(
    'No Chromium found: install Chrome or Chromium, set CHROME_PATH, or run: npx playwright install chromium',
  )
}

function launchFlags(): string[] {
  const flags = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  // Chromium's sandbox refuses to work as root, and the containers of most CI services lack what it needs.
  const sandboxImpossible = process.getuid?.() === 0 || Boolean(process.env.CI)
  return sandboxImpossible ? ['--no-sandbox', ...flags] : flags
}

async function findInstalled(): Promise<string | undefined> {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  for (const candidate of [...onPath, ...usualPlaces(), playwrightChromium.executablePath()]) {
    if (await isExecutable(candidate)) return candidate
  }
  return undefined
}

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  }
  if (process.platform === 'win32') {
    const { PROGRAMFILES, LOCALAPPDATA } = process.env
    const roots = [PROGRAMFILES, process.env['PROGRAMFILES(X86)'], LOCALAPPDATA].filter((root) => root !== undefined)
    return roots.flatMap((root) =>
      ['Google/Chrome', 'Chromium'].map((folder) => join(root, folder, 'Application', 'chrome.exe')),
    )
  }
  return ['/opt/google/chrome/chrome', '/usr/lib/chromium/chromium', '/snap/bin/chromium']
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Without a false time, with which Chromium doesn't start. */
function inheritedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !FAKE_TIME.includes(entry[0]),
    ),
  )
}

/**
 * The npm package holds the browser, the few libraries a bare Linux lacks (nss, nspr, expat) and one font family, all
 * compressed. They go into a folder of their own, and appear there by one rename: two test runs starting at once never
 * see a half-written browser.
 */
async function unpackBundled(): Promise<Chromium> {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@sparticuz/chromium')
  const { version } = require(join(entry, '../../package.json')) as { version: string }
  const cache = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))
  const home = join(cache, `chromium-${version}`)
  if (!existsSync(home)) {
    await mkdir(cache, { recursive: true })
    const fresh = await mkdtemp(`${home}-`)
    await inflateInto(fresh, join(entry, '../../bin/al2023.tar.br'))
    await writeFile(join(fresh, 'fonts.conf'), FONTS)
    await rename(fresh, home).catch(async (error: unknown) => {
      await rm(fresh, { recursive: true })
      if (!existsSync(home)) throw error
    })
  }
  return {
    path: join(home, 'chromium'),
    args: launchFlags(),
    env: {
      ...inheritedEnv(),
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
    },
  }
}

// The package always unpacks into the temporary folder of its process, so it gets a process with another one.
async function inflateInto(folder: string, libraries: string): Promise<void> {
  const script = `
    import chromium, { inflate } from '@sparticuz/chromium'
    await Promise.all([chromium.executablePath(), inflate(process.argv[1])])`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, libraries], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, TMPDIR: folder },
  })
}

// The package's own fonts.conf names folders of a cloud function; without this one a bare machine paints no text.
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`
