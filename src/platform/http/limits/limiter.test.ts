import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { statementsOf } from '../../../testing/postgres/count-statements.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { createBlockLimiter } from './limiter.ts'

const market = useMarket()

/** It allows 30 attempts a minute and takes 10 at a statement; each is as another process would have it. */
const limiter = () => createBlockLimiter(market.ctx, { keyPrefix: randomPrefix, points: 30, duration: 60 }, 10)
const randomPrefix = randomUUID()

async function passed(attempts: Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(attempts)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  return results.filter(({ status }) => status === 'fulfilled').length
}

const times = (count: number, attempt: () => Promise<unknown>) => Array.from({ length: count }, attempt)

test('of attempts made at once as many pass as the limit says, at a statement for each block', async () => {
  const [one, key] = [limiter(), randomUUID()]
  const heard = async () => expect(await passed(times(30, () => one.consume(key)))).toBe(30)
  const asked = (await statementsOf(market, heard)).map(({ sql }) => sql)
  expect(asked).toEqual(Array(3).fill(expect.stringContaining('rate_limit')))
  const refused = async () => expect(await passed(times(20, () => one.consume(key)))).toBe(0)
  expect(await statementsOf(market, refused)).toHaveLength(1)
  expect(await statementsOf(market, refused)).toHaveLength(0)
  expect(await passed([one.consume(randomUUID())])).toBe(1)
})

test('over several processes and restarts never more pass, and at most a block fewer for each', async () => {
  const key = randomUUID()
  const [killed, first, second] = [limiter(), limiter(), limiter()]
  const early = await passed([killed.consume(key)])
  const late = await passed([...times(50, () => first.consume(key)), ...times(50, () => second.consume(key))])
  expect(early + late).toBe(21)
  expect(await passed([limiter().consume(key)])).toBe(0)
})
