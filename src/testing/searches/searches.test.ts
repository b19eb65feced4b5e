import { expect, test } from 'vitest'
import { useMarket } from '../market/use-market.ts'
import { askSearches, SEARCHES } from './ask-searches.ts'
import { COMBINATIONS, fillNeighbourhood } from './fill-neighbourhood.ts'

const market = useMarket()

// `npm run bench:searches` asks a market of 10,000.
test('of 200 ordinary searches of parents at least 95% find what fits on the first screen', async () => {
  const found = await askSearches(market.url, await fillNeighbourhood(market.ctx.db, 3 * COMBINATIONS.length))
  const missed = found.filter(({ fitting }) => fitting === 0).map(({ words }) => words)
  expect(SEARCHES).toHaveLength(200)
  expect(missed.length, `not found: ${missed.join(', ')}`).toBeLessThanOrEqual(10)
})
