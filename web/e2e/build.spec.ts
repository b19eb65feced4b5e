import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

const SERVER = fileURLToPath(new URL('../../dist/server/', import.meta.url))

test("what paints the pages is React's production build", async () => {
  let scripts = 0
  for await (const file of glob('**/*.js', { cwd: SERVER })) {
    expect(await readFile(SERVER + file, 'utf8'), file).not.toContain('jsxDEV')
    scripts += 1
  }
  expect(scripts).toBeGreaterThan(10)
})
