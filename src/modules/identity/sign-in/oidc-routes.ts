import * as client from 'openid-client'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { Http } from '../../../platform/http/http.ts'
import { hostCookie, sessionMember } from '../../../platform/http/session/session.ts'
import { safeReturnTo, type SignInError } from '../contract.ts'
import { rememberedReferral } from './cookies.ts'
import { enter } from './device.ts'
import { recordArrival } from '../member/arrival.ts'
import { findOrCreateMember } from '../member/create-member.ts'
import { Member } from '../member/member.ts'
import { createOidcProvider, Departure, type Identity } from './oidc.ts'
import type { OpenAccount } from './sign-in.ts'

const COOKIE = 'outgrown.oidc'
const PATH = '/api/auth/oidc'

/** To the provider and back. Whatever goes wrong ends at the sign-in screen, which says what to do. */
export function oidcRoutes(api: Api, ctx: Context, openAccount: OpenAccount): void {
  const { config, log } = ctx
  const provider = createOidcProvider(config)
  const giveUp = (http: Http, error: unknown) => {
    const reason = reasonOf(error)
    if (reason === 'failed' || reason === 'away') log.warn({ err: error }, 'sign-in with the OIDC provider failed')
    http.redirect(`/api/login?${new URLSearchParams({ error: reason }).toString()}`)
  }

  api.router.get(PATH, async (http) => {
    if (!config.oidc) throw new NotFound()
    try {
      const { url, departure } = await provider.depart(safeReturnTo(http.query['returnTo']))
      const value = Buffer.from(JSON.stringify(departure)).toString('base64url')
      http.cookies.set(hostCookie(COOKIE, http.cookies), value, { signed: true, sameSite: 'lax', maxAge: 600_000 })
      http.redirect(url.href)
    } catch (error) {
      giveUp(http, error)
    }
  })

  api.router.get(`${PATH}/callback`, async (http) => {
    if (!config.oidc) throw new NotFound()
    try {
      const departure = readDeparture(http)
      const identity = await provider.arrive(new URL(http.url, config.publicUrl), departure)
      const entry = await signIn(ctx, openAccount, identity, http)
      await enter(ctx, http, { ...entry, by: 'provider' })
      http.redirect(entry.isNew ? firstQuestions(departure) : departure.returnTo)
    } catch (error) {
      giveUp(http, error)
    }
  })
}

/** The sign-in screen, which asks a newcomer what it asks those who came by a code. */
const firstQuestions = ({ returnTo }: Departure) =>
  `/api/login?${new URLSearchParams({ newcomer: 'yes', returnTo }).toString()}`

class NoDeparture extends Error {}
/** Carries what the sign-in screen says. */
class Refused extends Error {
  readonly reason: SignInError
  constructor(reason: SignInError) {
    super(reason)
    this.reason = reason
  }
}

/** Usable once: the cookie is cleared. */
function readDeparture(http: Http): Departure {
  const value = http.cookies.get(hostCookie(COOKIE, http.cookies), { signed: true })
  if (value === undefined) throw new NoDeparture()
  http.cookies.set(hostCookie(COOKIE, http.cookies), null, { signed: true })
  return Departure.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')))
}

/**
 * A member is known by the provider's subject; a verified address that is new here makes one. To a member who is there
 * already the subject is added only while they are signed in, and never in place of another.
 */
async function signIn(
  { db, clock }: Context,
  openAccount: OpenAccount,
  { subject, email, ...person }: Identity,
  http: Http,
): Promise<{ memberId: string; isNew: boolean }> {
  const now = clock.now()
  return transact(db, async (trx) => {
    const known = await Member.query(trx).findOne({ oidc_subject: subject })
    if (known) return { memberId: known.id, isNew: false }
    if (email === null) throw new Refused('unverified')
    const newcomer = { ...person, email, oidcSubject: subject, referralCode: rememberedReferral(http), now }
    const { member, created } = await findOrCreateMember(trx, newcomer)
    if (created) {
      await openAccount(trx, { memberId: member.id, now })
      await recordArrival(trx, http, { memberId: member.id, now })
      return { memberId: member.id, isNew: true }
    }
    if (member.id !== sessionMember(http)) throw new Refused('known')
    const connected = await Member.query(trx)
      .findById(member.id)
      .whereNull('oidc_subject')
      .patch({ oidcSubject: subject, updatedAt: now })
    if (connected === 0) throw new Refused('another')
    return { memberId: member.id, isNew: false }
  })
}

function reasonOf(error: unknown): SignInError {
  if (error instanceof NoDeparture) return 'expired'
  if (error instanceof Refused) return error.reason
  if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied') return 'cancelled'
  return error instanceof TypeError ? 'away' : 'failed'
}
