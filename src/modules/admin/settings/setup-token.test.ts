import { beforeAll, expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { issueSetupToken } from '../index.ts'

const market = useMarket({ env: { NODE_ENV: 'production', ALLOW_SANDBOX: 'true', SESSION_KEYS: 'a'.repeat(40) } })
beforeAll(async () => {
  await market.ctx.db.migrate.latest()
})

test('in production the first admin needs the latest setup token, which works once', async () => {
  const { db, clock } = market.ctx
  const issue = () => transact(db, (trx) => issueSetupToken(trx, { now: clock.now() }))
  const stale = await issue()
  const setupToken = await issue()
  expect(await db('setup_token').where({ token_hash: setupToken })).toEqual([])

  const members = await Promise.all(Array.from({ length: 5 }, () => market.signIn()))
  for (const body of [{}, { setupToken: '' }, { setupToken: stale }, { setupToken: `${setupToken}x` }]) {
    expect(await members[0]!.post('/api/admin/setup', body)).toMatchObject({
      status: 403,
      body: { code: 'SETUP_TOKEN_WRONG' },
    })
  }
  expect((await market.visitor().get('/api/admin/exists')).body).toEqual({ exists: false })

  const answers = await Promise.all(members.map((member) => member.post('/api/admin/setup', { setupToken })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
})
