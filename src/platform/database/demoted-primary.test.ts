import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../testing/market/client.ts'
import { useMarket } from '../../testing/market/use-market.ts'

const market = useMarket()
let operator: pg.Client
beforeAll(async () => {
  operator = new pg.Client({ connectionString: market.ctx.config.DATABASE_URL, application_name: 'operator' })
  await operator.connect()
})
afterAll(async () => {
  await operator.end()
})

/** Sessions from now on may do so much; those there are end. */
async function become(role: 'primary' | 'replica'): Promise<void> {
  const database = new URL(market.ctx.config.DATABASE_URL).pathname.slice(1)
  await operator.query('set default_transaction_read_only = off')
  await operator.query(
    `alter database ${database} set default_transaction_read_only = ${role === 'replica' ? 'on' : 'off'}`,
  )
}
const endSessions = () =>
  operator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'market-test'`,
  )
const rename = async (member: TestClient) => (await member.patch('/api/users/me', { firstName: 'Ada' })).status

test('a write to a primary that was demoted is a 503, and its connections are given up', async () => {
  const member = await market.signIn()
  await become('replica')
  await endSessions()
  expect(await rename(member)).toBe(503)
  await expect.poll(async () => (await market.visitor().get('/api/items')).status).toBe(200)
  // Sessions that began on the demoted one stay read-only for as long as they last.
  await become('primary')
  await expect.poll(() => rename(member)).toBe(200)
})
