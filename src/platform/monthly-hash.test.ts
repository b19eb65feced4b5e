import { expect, test } from 'vitest'
import { useMarket } from '../testing/market/use-market.ts'
import { monthKey, monthlyHash } from './monthly-hash.ts'

const market = useMarket()

async function hashOf(who: string, what = 'missed search') {
  const { rows } = await market.ctx.db.raw<{ rows: [{ hash: string }] }>(`select ${monthlyHash(':who')} as hash`, {
    ...(await monthKey(market.ctx, what)),
    who,
  })
  return rows[0].hash
}

test('a hash is the same within its month, and another for another, for another purpose and for somebody else', async () => {
  market.clock.set('2027-01-31T12:00:00Z')
  const hash = await hashOf('Ada')
  expect(hash).toMatch(/^[0-9a-f]{20}$/)
  market.clock.advance({ minutes: 1 })
  expect(await hashOf('Ada')).toBe(hash)
  expect(await hashOf('Ida')).not.toBe(hash)
  expect(await hashOf('Ada', 'unpaid want')).not.toBe(hash)
  market.clock.advance({ days: 1 })
  expect(await hashOf('Ada')).not.toBe(hash)
})
