import { expect, test } from 'vitest'
import { plotOf, tableOf } from './describe.ts'
import { runMarket } from './market.ts'
import { RATES } from './rates.ts'
import { simulate } from './simulate.ts'
import { tryOut } from './try-out.ts'

const SEEDS = [1, 2, 3, 4]
const servedIn = (month: number, target?: number) => {
  const shares = SEEDS.map((seed) => [...runMarket(RATES, { months: month, seed, target })].at(-1)?.served ?? 0)
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}

test('where every bonus is paid in full, members rich in tokens stop listing: from 80% to 44% within a year', () => {
  expect(servedIn(3)).toBeGreaterThan(80)
  expect(servedIn(12)).toBeGreaterThan(36)
  expect(servedIn(12)).toBeLessThan(50)
})

test('a supply of 35 tokens a member keeps 70% served in every month from the sixth, whatever the thresholds', () => {
  const held = simulate(RATES, { months: 60, seeds: 12, target: 35 }).filter(({ target }) => target === 35)
  expect(held.map(({ threshold }) => threshold)).toEqual([0.5, 1, 2])
  for (const { lowest, months } of held) {
    expect(lowest).toBeGreaterThanOrEqual(70)
    expect(months.at(-1)?.tokensAMember).toBeLessThan(38)
    expect(months.at(-1)?.tokensAMember).toBeGreaterThan(30)
  }
})

test('a target that moves by itself leaves what does no good, and stays where it does', () => {
  const after = (target: number, threshold: number) =>
    [...runMarket({ ...RATES, threshold }, { months: 36, seed: 1, target, moves: true })].at(-1)
  const [high, good, low] = [after(80, 40), after(35, 80), after(15, 160)]
  expect(high?.target).toBeLessThan(55)
  expect(good?.target).toBe(35)
  expect(low?.target).toBeGreaterThan(15)
  for (const { lowest } of simulate(RATES, { months: 60, seeds: 2, target: 35, moves: true }).slice(3))
    expect(lowest).toBeGreaterThanOrEqual(70)
})

test('tries a rule out for the months to come, from how a market stands', async () => {
  const start = { tokens: 60, listings: 30 }
  const months = await tryOut({ ...RATES, start }, { months: 24, seeds: 2, target: 35 })
  expect(months[0]?.tokensAMember).toBeGreaterThan(45)
  const last = months.at(-1)
  expect(last?.held).toBeGreaterThan(70)
  expect(last?.off).toBeLessThan(60)
})

test('is the same for the same seed, and another one for another', () => {
  const run = (seed: number) => [...runMarket(RATES, { months: 6, seed })]
  expect(run(3)).toEqual(run(3))
  expect(run(3)).not.toEqual(run(4))
})

test('is told as a table and as a plot', () => {
  const outcomes = simulate({ ...RATES, members: 30 }, { months: 14, seeds: 1, target: 35 })
  const table = tableOf(outcomes)
  expect(
    table
      .find((line) => line.startsWith('MONTH'))
      ?.trim()
      .split(/\s+/),
  ).toEqual(['MONTH', '1', '3', '6', '9', '12', '14', 'lowest'])
  expect(table.filter((line) => line.startsWith('held at 35 a member, half the threshold'))).toHaveLength(3)
  const plot = plotOf(outcomes)
  expect(plot.join('\n')).toMatch(/[o*]/)
  expect(plot.filter((line) => line.includes('|')).map((line) => line.length)).toEqual(
    plot.filter((line) => line.includes('|')).map((line) => Math.min(line.length, 20)),
  )
})
