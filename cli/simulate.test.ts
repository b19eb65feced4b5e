import { expect, onTestFinished, test } from 'vitest'
import { captureOutput } from '../src/testing/run/capture-output.ts'
import { cloneDatabase } from '../src/testing/postgres/database.ts'
import { makeDataDir } from '../src/testing/postgres/postgres-process.ts'
import { runMarket } from './run-market.ts'

const simulate = (args: string[], env: Record<string, string> = {}) =>
  captureOutput(env, () => runMarket(['simulate', ...args]))

test('prints a table and a plot, or JSON, and needs no market', async () => {
  const short = ['--months', '2', '--seeds', '1']
  const { code, stdout } = await simulate(short)
  expect(code).toBe(0)
  expect(stdout).toContain('held at 35 a member, twice the threshold')
  expect(stdout).toContain('month 1')
  const told = JSON.parse((await simulate([...short, '--target', '20', '--json'])).stdout) as { outcomes: object[] }
  expect(told.outcomes).toHaveLength(6)
  expect(told.outcomes.at(-1)).toMatchObject({ target: 20, threshold: 2, months: [{ month: 1 }, { month: 2 }] })
  expect(await simulate(['--months', '0'])).toMatchObject({ code: 2 })
})

test('says what a market lacks that is too young to be asked', async () => {
  const clone = await cloneDatabase()
  onTestFinished(() => clone.drop())
  const env = { DATABASE_URL: clone.url, DATA_DIR: await makeDataDir() }
  const { code, stderr } = await simulate(['--from-market'], env)
  expect(code).toBe(2)
  expect(stderr).toContain('This market is too young')
})
