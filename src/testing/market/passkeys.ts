import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { TestClient } from './client.ts'

/** A passkey as a device keeps it. */
interface HeldPasskey {
  id: string
  privateKey: KeyObject
}

const base64url = (text: string) => Buffer.from(text).toString('base64url')
/** The member is present and verified. */
const PRESENT = 0x05
/** A credential follows. */
const ATTESTED = 0x40

/** The answer of a browser whose new passkey attests nothing about the device, and the passkey. */
export async function newPasskey(member: TestClient) {
  const { body } = await member.post<{ challenge: string }>('/api/users/me/passkeys/options')
  const { origin, hostname } = new URL(member.url)
  const id = randomBytes(16)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinates = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  const authData = Buffer.concat([
    authDataOf(hostname, PRESENT | ATTESTED),
    // A device of no known make.
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    isoCBOR.encode(coordinates),
  ])
  const attestation = new Map<string, unknown>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', new Uint8Array(authData)],
  ])
  const passkey: HeldPasskey = { id: id.toString('base64url'), privateKey }
  const credential = credentialOf(passkey, {
    clientDataJSON: base64url(JSON.stringify({ type: 'webauthn.create', challenge: body.challenge, origin })),
    attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
  })
  return { credential, passkey }
}

/** Signs a browser in with a passkey. */
export async function signInWithPasskey(browser: TestClient, passkey: HeldPasskey) {
  const { body } = await browser.post<{ challenge: string }>('/api/auth/passkey/options')
  const { origin, hostname } = new URL(browser.url)
  const clientData = JSON.stringify({ type: 'webauthn.get', challenge: body.challenge, origin })
  const authData = authDataOf(hostname, PRESENT)
  const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
  return browser.post('/api/auth/passkey', {
    credential: credentialOf(passkey, {
      clientDataJSON: base64url(clientData),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, passkey.privateKey).toString('base64url'),
    }),
  })
}

/** Nothing has been counted yet. */
const authDataOf = (hostname: string, flags: number) =>
  Buffer.concat([createHash('sha256').update(hostname).digest(), Buffer.from([flags, 0, 0, 0, 0])])

const credentialOf = ({ id }: HeldPasskey, response: Record<string, string>) => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response,
})
