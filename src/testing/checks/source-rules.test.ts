import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Kinds of mistakes that have been made once, and that neither types nor the linter see.

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'web'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/(\.test\.|\/testing\/|\/e2e\/|^src\/open-api\/)/.test(file))

const linesWith = (pattern: RegExp) =>
  sources.flatMap((file) => (pattern.test(readFileSync(file, 'utf8')) ? [file] : []))

test('a table that free text looks up is a Map: every object has a "constructor"', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(linesWith(/\bconst [A-Z][A-Z_]+: (Partial<)?Record<string, .*= \{/)).toEqual([])
})

test('until when somebody may act is told by the clock of the market, with the hour: see Deadline', () => {
  expect(
    linesWith(/\bformat(Day|DateTime|Clock)\([^)]*(until|decidedBy|autoRelease|takesEffect|expires|deadline)/i),
  ).toEqual([])
})

test('pictures are opened in one place, which knows what decoding one may cost', () => {
  expect(linesWith(/^import (?!type).*'sharp'|\bimport\('sharp'\)/m)).toEqual([
    'src/modules/catalog/photo/limited-sharp.ts',
  ])
})

test('a deadline is one that fires: see withDeadline', () => {
  // Browsers hold theirs.
  expect(linesWith(/AbortSignal\.timeout\(/).filter((line) => line.startsWith('src/'))).toEqual([])
})

test('whoever asks another server says how long they wait', () => {
  const calls = sources
    .filter((file) => file.startsWith('src/'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      return [...text.matchAll(/\b(fetch|generateContent|createTransport)\(|\bnew Stripe\(/g)].map(({ index }) => ({
        file,
        around: text.slice(Math.max(0, index - 400), index + 150),
      }))
    })
  expect(calls.length).toBeGreaterThan(7)
  const endless = calls.filter(({ around }) => !/\bwithDeadline\(|\.\.\.(PATIENCE|TIMEOUTS)\b/.test(around))
  expect(endless.map(({ file }) => file)).toEqual([])
  // There are other ways out; one is for addresses that members have given.
  const elsewhere =
    /^import (?!type).*\b(request|get|connect|createConnection|\* as \w+)\b.*'node:(https?|net|tls)'|'undici'/m
  expect(linesWith(elsewhere)).toEqual(['src/platform/sending/post-to-stranger.ts'])
  expect(readFileSync('src/platform/sending/post-to-stranger.ts', 'utf8')).toContain('withDeadline(TIMEOUT_MS')
})
