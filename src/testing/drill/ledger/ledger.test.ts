import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatHundredths, parseHundredths, percentOf } from '../../../platform/decimal.ts'
import { testMarket, type TestMarket } from '../../market/market.ts'
import type { DrillMarket } from '../drill.ts'
import { bank, bonusOnce, everyFee, heldIsSpent, history, resolveOnce, sameId } from './ledger.ts'

describe('the short form of the promise that', () => {
  let market: TestMarket
  let drill: DrillMarket
  beforeEach(async () => {
    market = await testMarket()
    drill = { ctx: market.ctx, clock: market.clock, random: Math.random }
  })
  afterEach(() => market.stop())

  test('tokens only move: readers never see a wrong sum while others write', async () => {
    const figures = await bank(drill, { members: 8, writers: 6, readers: 2, reads: 40 })
    expect(figures).toMatchObject({ 'wrong sums': 0 })
    expect(figures.transfers).toBeGreaterThan(0)
  })

  test('a hold resolves once', async () => {
    expect(await resolveOnce(drill, 6)).toMatchObject({ holds: 6 })
  })

  test('what is held is spent', async () => {
    expect(await heldIsSpent(drill, 20)).toMatchObject({ tabs: 20 })
  })

  test('the same id is the same transfer', async () => {
    expect(await sameId(drill, 5)).toMatchObject({ doubled: 0 })
  })

  test('each kind of bonus is paid once', async () => {
    expect(await bonusOnce(drill, 1)).toMatchObject({ kinds: 6, doubled: 0 })
  })

  test('history stays as it is, or the audit tells', async () => {
    expect(await history(drill)).toMatchObject({ 'rewriting named': 1 })
  })
})

describe('a fee', () => {
  test('is exact at every price, at percentages from 0.00 to 100.00', () => {
    expect(everyFee(127)).toEqual({ pairs: 79 * 10_001, wrong: 0 })
  })

  test('is exact at every percentage, and what is written is what is read', () => {
    const hundredths = fc.bigInt(0n, 10_000n)
    fc.assert(
      fc.property(hundredths, hundredths, (price, percentage) => {
        const exact = percentOf(price, percentage) * 10_000n - price * percentage
        expect(exact > -5000n && exact <= 5000n).toBe(true)
        expect(parseHundredths(formatHundredths(price))).toBe(price)
      }),
      { numRuns: 5000 },
    )
  })
})
