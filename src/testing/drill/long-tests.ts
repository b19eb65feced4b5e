import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { demand, type Drill, type Figures } from './drill.ts'

const VITEST = 'node_modules/vitest/vitest.mjs'

/** Tests of the suite whose length is set by an environment variable. */
export const LONG_TESTS: Record<string, Drill> = {
  'security-fuzz': ({ random }) =>
    runTests('src/testing/security/fuzz.test.ts', { FUZZ_REQUESTS: 10_000, FUZZ_SEED: seedFrom(random) }),
  'model-walks': ({ random }) =>
    runTests('src/testing/model/market-model.test.ts', { MODEL_WALKS: 30, MODEL_SEED: seedFrom(random) }),
  farming: () => runTests('src/testing/security/farming.test.ts', { FARMING_WHOLE: 1 }),
  typos: () => runTests('src/modules/catalog/browse/words/correct-search.test.ts', { TYPOS: 1000 }),
}

const seedFrom = (random: () => number) => Math.floor(random() * 2 ** 31)

/** Runs one test file on this Node. @throws Error with its output when a test fails */
async function runTests(file: string, settings: Record<string, number>): Promise<Figures> {
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, `${value}`])),
  }
  const child = spawn(process.execPath, [VITEST, 'run', file], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) console.error(output)
  demand(`exit code of ${file} (${JSON.stringify(settings)})`, code, 0)
  return settings
}
