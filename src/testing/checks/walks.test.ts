import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

// The walks of docs/architecture.md are held against the imports: none has a way back to a file above.

const IMPORT = /^(?:import|export) (?!type )(?:[^'"]*?from )?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm

const imports = new Map<string, string[]>()
function importsOf(file: string): string[] {
  const known = imports.get(file)
  if (known) return known
  const text = /\.tsx?$/.test(file) && existsSync(file) ? readFileSync(file, 'utf8') : ''
  const found = Array.from(text.matchAll(IMPORT), ([, one, other]) => join(dirname(file), (one ?? other)!))
  imports.set(file, found)
  return found
}

function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  for (const next of importsOf(file)) {
    if (seen.has(next)) continue
    seen.add(next)
    reachedFrom(next, seen)
  }
  return seen
}

const [, section = ''] = readFileSync('docs/architecture.md', 'utf8').split(/^## Four walks.*$/m)
const walks = section
  .split(/^## /m)[0]!
  .split(/\n\n(?=\| )/)
  .slice(1)
  .map((table) => ({
    name: /^\| (.*?) +\|/.exec(table)?.[1] ?? '',
    files: Array.from(table.matchAll(/^\| \d+\. `([^`]+)`/gm), ([, file]) => file!),
  }))

test('the document has the four walks', () => {
  expect(walks.map(({ files }) => files.length)).toEqual([12, 11, 13, 10])
})

test.each(walks)('$name: no file reaches one above it', ({ files }) => {
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const back = files.flatMap((file, place) => {
    const reached = reachedFrom(file)
    return files.slice(0, place).flatMap((above) => (reached.has(above) ? [`${file} reaches ${above}`] : []))
  })
  expect(back).toEqual([])
})
