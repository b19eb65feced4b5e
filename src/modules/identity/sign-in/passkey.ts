import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Clock } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context.ts'
import { type Reader, transact } from '../../../platform/database.ts'
import { AppError, Conflict, NotSignedIn } from '../../../platform/errors.ts'
import { deviceOf } from '../../../platform/http/session/device.ts'
import type { Http } from '../../../platform/http/http.ts'
import { sessionRow } from '../../../platform/http/session/session.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { say } from '../../../platform/language/words.ts'
import { IDENTITY_CODES } from '../contract.ts'
import { findMember } from '../member/member.ts'
import { requireMember } from '../member/require-member.ts'
import { requireFreshCode } from './fresh-code.ts'
import { notifyOwner } from './notify-owner.ts'

const PATIENCE_MS = 5 * 60_000
const MOST = 20

/** Once somebody uses a passkey: its three hundred modules were a sixth of what every start took. */
const webAuthn = () => import('@simplewebauthn/server')

export class Passkey extends rowOf('passkey') {}

export async function passkeysOf(reader: Reader, memberId: string): Promise<Passkey[]> {
  return Passkey.query(reader).where({ member_id: memberId }).orderBy('created_at')
}

/** @throws Conflict PASSKEYS_FULL */
function refuseIfFull(passkeys: Passkey[]): void {
  if (passkeys.length >= MOST) {
    const said = say('You have {most, plural, one {# passkey} other {# passkeys}} already', { most: MOST })
    throw new Conflict(IDENTITY_CODES.PASSKEYS_FULL, said)
  }
}

/** @throws Forbidden FRESH_CODE_NEEDED; Conflict PASSKEYS_FULL */
export async function askForNewPasskey(ctx: Context, http: Http, memberId: string) {
  await requireFreshCode(ctx.db, { session: sessionRow(http), now: ctx.clock.now() })
  const member = await findMember(ctx.db, memberId)
  if (!member) throw new NotSignedIn()
  const passkeys = await passkeysOf(ctx.db, memberId)
  refuseIfFull(passkeys)
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: ctx.site.name,
    rpID: siteOf(ctx, http).rpId,
    userID: new Uint8Array(Buffer.from(memberId)),
    userName: member.email,
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await transact(ctx.db, async (trx) => {
    await requireMember(trx, memberId)
    await remember(trx, ctx.clock, options.challenge, memberId)
  })
  return { ...options }
}

/**
 * Keeps the passkey that the member's browser has made, and tells them.
 * @throws AppError 400 PASSKEY_INVALID; Forbidden FRESH_CODE_NEEDED; Conflict PASSKEYS_FULL
 */
export async function addPasskey(ctx: Context, http: Http, memberId: string, response: unknown): Promise<Passkey> {
  const { origin, rpId } = siteOf(ctx, http)
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => take(ctx, challenge, memberId),
    expectedOrigin: origin,
    expectedRPID: rpId,
  }).catch(refuse)
  if (!verified.verified) throw invalid()
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  const now = ctx.clock.now()
  const [row] = await transact(ctx.db, async (trx) => {
    await requireMember(trx, memberId, 'turns')
    await requireFreshCode(trx, { session: sessionRow(http), now })
    refuseIfFull(await passkeysOf(trx, memberId))
    await notifyOwner(trx, { memberId, what: 'passkey-added', http, now })
    return trx('passkey')
      .insert({
        member_id: memberId,
        credential_id: id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter: BigInt(counter),
        transports,
        device: deviceOf(http.get('user-agent')),
        created_at: now,
      })
      .onConflict('credential_id')
      .ignore()
      .returning('id')
  })
  if (!row) throw invalid()
  return Passkey.query(ctx.db).findById(row.id).throwIfNotFound()
}

/** The options don't say whose passkey is wanted: the answer tells. */
export async function askForPasskey(ctx: Context, http: Http) {
  const rpID = siteOf(ctx, http).rpId
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  await remember(ctx.db, ctx.clock, options.challenge, null)
  return { ...options }
}

/** The member whose passkey has signed, and whether for the first time. @throws AppError 400 PASSKEY_INVALID */
export async function checkPasskey(
  ctx: Context,
  http: Http,
  given: { id: string },
): Promise<{ memberId: string; isFirstUse: boolean }> {
  const passkey = await Passkey.query(ctx.db).findOne({ credential_id: given.id })
  if (!passkey) throw invalid()
  const { origin, rpId } = siteOf(ctx, http)
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified = await verifyAuthenticationResponse({
    response: given as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => take(ctx, challenge, null),
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: Number(passkey.counter),
    },
  }).catch(refuse)
  if (!verified.verified) throw invalid()
  const counter = BigInt(verified.authenticationInfo.newCounter)
  await ctx.db('passkey').where({ id: passkey.id }).update({ counter, last_used_at: ctx.clock.now() })
  return { memberId: passkey.memberId, isFirstUse: passkey.lastUsedAt === null }
}

export async function removeOldChallenges({ db, clock }: Context): Promise<void> {
  await db('passkey_challenge').where('expires_at', '<=', clock.now()).delete()
}

/** A passkey belongs to a host name. In development that is the one that the page was opened under. */
function siteOf({ config }: Context, http: Http): { origin: string; rpId: string } {
  const origin = config.production ? config.publicUrl : `${http.protocol}://${http.host}`
  return { origin, rpId: new URL(origin).hostname }
}

async function remember(reader: Reader, clock: Clock, challenge: string, memberId: string | null): Promise<void> {
  const expires_at = new Date(clock.now().getTime() + PATIENCE_MS)
  await reader('passkey_challenge').insert({ challenge, member_id: memberId, expires_at })
}

/** Each challenge is good for one answer. */
async function take({ db, clock }: Context, challenge: string, memberId: string | null): Promise<boolean> {
  const taken = await db('passkey_challenge')
    .where({ challenge, member_id: memberId })
    .where('expires_at', '>', clock.now())
    .delete()
  return taken === 1
}

const invalid = () =>
  new AppError(IDENTITY_CODES.PASSKEY_INVALID, 400, 'That passkey did not work. Please try again, or use a code.')

const refuse = (): never => {
  throw invalid()
}
