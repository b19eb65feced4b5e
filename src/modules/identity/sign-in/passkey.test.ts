import { expect, test } from 'vitest'
import { untilSomebodyWaits } from '../../../testing/postgres/lock-waits.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { newPasskey } from '../../../testing/market/passkeys.ts'
import type { Passkey } from '../contract.ts'

const market = useMarket()

test('of two passkeys that would be the twentieth, one is kept', async () => {
  const member = await market.signIn()
  const { db, clock } = market.ctx
  for (let nth = 1; nth < 20; nth += 1)
    await db('passkey').insert({
      member_id: member.user.id,
      credential_id: `kept${nth}`,
      public_key: '',
      counter: 0n,
      device: 'Firefox on Linux',
      created_at: clock.now(),
    })
  const asked = [await newPasskey(member), await newPasskey(member)]

  const blocker = await db.transaction()
  await blocker.raw('lock table passkey in share mode')
  const answers = Promise.all(
    asked.map(({ credential }) => member.post<{ code?: string }>('/api/users/me/passkeys', { credential })),
  )
  await untilSomebodyWaits(db, 2)
  await blocker.commit()

  expect((await answers).map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
    [201, undefined],
    [409, 'PASSKEYS_FULL'],
  ])
  expect((await member.get<Passkey[]>('/api/users/me/passkeys')).body).toHaveLength(20)
  const { status, body } = await member.post<{ code?: string }>('/api/users/me/passkeys/options')
  expect([status, body.code]).toEqual([409, 'PASSKEYS_FULL'])
})
