import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMarket, type TestMarket } from '../../src/testing/market.ts'
import { fillDemo, seedDemo } from './index.ts'
import { LISTINGS } from './listings.ts'
import { shotsOf } from './looks.ts'
import { emailOf, NEIGHBOURS, type NeighbourKey } from './neighbours.ts'
import { TALKS, TRADES } from './story.ts'

let market: TestMarket
beforeAll(async () => {
  market = await testMarket({ env: { DEMO: 'on' } })
})
afterAll(() => market.stop())

const never = new AbortController().signal

test('x', async () => {
  const t = Date.now()
  const c0 = process.cpuUsage()
  await seedDemo(market.ctx, never)
  const c = process.cpuUsage(c0)
  console.log('seed ms', Date.now() - t, 'cpu', (c.user + c.system) / 1000)
  console.log(
    await market.ctx.db
      .raw(
        `select email, tokens, tokens_in_escrow from member_balance join member on member.id=user_id order by member.created_at`,
      )
      .then((r) => r.rows),
  )
  console.log(await market.ctx.db.raw(`select state,count(*) from purchase group by 1`).then((r) => r.rows))
  console.log(await market.ctx.db.raw(`select name, count(*) from pgboss.job group by 1`).then((r) => r.rows))
}, 60_000)
