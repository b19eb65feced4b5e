import { createHash, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../testing/client.ts'
import { untilSomebodyWaits } from '../../../testing/lock-waits.ts'
import { testMarket, type TestMarket } from '../../../testing/market.ts'
import type { Passkey } from '../contract.ts'

let market: TestMarket
beforeAll(async () => {
  market = await testMarket()
})
afterAll(() => market.stop())

async function askedCredential(member: TestClient) {
  const { body } = await member.post<{ challenge: string }>('/api/users/me/passkeys/options')
  return makeCredential(body.challenge, new URL(market.url))
}

/** What a browser answers whose new passkey attests nothing about the device. */
async function makeCredential(challenge: string, { origin, hostname }: URL) {
  const id = randomBytes(16)
  const key = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key.publicKey)
  const publicKey = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  const authData = Buffer.concat([
    createHash('sha256').update(hostname).digest(),
    // The member is present and verified, and a credential follows; nothing signed yet, by a device of no known make.
    Buffer.from([0x45, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    isoCBOR.encode(publicKey),
  ])
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', new Uint8Array(authData)],
  ])
  return {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin })).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
    },
  }
}

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
  const credentials = [await askedCredential(member), await askedCredential(member)]

  const blocker = await db.transaction()
  await blocker.raw('lock table passkey in share mode')
  const answers = Promise.all(
    credentials.map((credential) => member.post<{ code?: string }>('/api/users/me/passkeys', { credential })),
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
