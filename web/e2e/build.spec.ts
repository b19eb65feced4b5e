import { gzipSync } from 'node:zlib'
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '../../src/platform/language/words.ts'
import { expect, test } from './support/fixtures.ts'

const CLIENT = fileURLToPath(new URL('../../dist/client/', import.meta.url))
const SERVER = fileURLToPath(new URL('../../dist/server/', import.meta.url))

test("what paints the pages is React's production build", async () => {
  let scripts = 0
  for await (const file of glob('**/*.js', { cwd: SERVER })) {
    expect(await readFile(SERVER + file, 'utf8'), file).not.toContain('jsxDEV')
    scripts += 1
  }
  expect(scripts).toBeGreaterThan(10)
})

test('the service worker is small: every visit asks whether it is still the same', async () => {
  const worker = await readFile(`${CLIENT}sw.js`)
  expect(gzipSync(worker, { level: 9 }).length).toBeLessThanOrEqual(4096)
})

// `npm run measure` has them with their headers.
for (const [path, most] of [
  ['/', 108_000],
  ['/item/00000000-0000-4000-8000-000000000000', 109_500],
] as const)
  test(`what ${path} loads before it can be used stays small: no dialog, no form`, async ({ baseURL }) => {
    const page = await (await fetch(baseURL + path)).text()
    const scripts = new Set(Array.from(page.matchAll(/\/assets\/[\w.-]+\.js(?=")/g), ([file]) => file))
    expect(scripts.size).toBeGreaterThan(3)
    const sizes = await Promise.all([...scripts].map(async (file) => (await readFile(`${CLIENT}${file}.br`)).length))
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(most)
  })

test('what is kept for offline is there in each language, the shell and every file it names', async () => {
  const worker = await readFile(`${CLIENT}sw.js`, 'utf8')
  const ids = Array.from(worker.matchAll(/["'`]([0-9a-f]{12})["'`]/g), ([, id]) => id)
  expect(ids).toHaveLength(LANGUAGES.length)
  for (const id of ids) {
    const { shell, first, rest } = JSON.parse(await readFile(`${CLIENT}assets/offline-${id}.json`, 'utf8')) as {
      shell: string
      first: string[]
      rest: string[]
    }
    expect(shell.length).toBeGreaterThan(10_000)
    expect(/<!--(head|html|data)-->/.exec(shell)).toBeNull()
    expect(first.length).toBeGreaterThan(3)
    expect(rest.length).toBeGreaterThan(15)
    for (const path of [...first, ...rest]) {
      const text = await readFile(CLIENT + path, 'utf8')
      // Browsers get their messages ready: neither a mark nor FormatJS's parser is left.
      expect(/__say|EXPECT_ARGUMENT_CLOSING_BRACE/.exec(text)?.[0], path).toBeUndefined()
    }
  }
})
