import type { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Http } from '../../../platform/http/http.ts'
import { sessionKeys } from '../../../platform/http/session/session-keys.ts'
import { IDENTITY_CODES, type SignInBody } from '../contract.ts'
import { browserId, rememberedReferral } from './cookies.ts'
import { enter } from './device.ts'
import { recordArrival } from '../member/arrival.ts'
import { findOrCreateMember } from '../member/create-member.ts'
import { guessedMailboxes, guessingPlaces } from './guessing.ts'
import { guessCode, isKnownBrowser, stateOfCode, useCode } from './sign-in-code.ts'

/** Opens a new member's wallet account, in the transaction that makes them one. */
export type OpenAccount = (trx: Trx, account: { memberId: string; now: Date }) => Promise<void>

/**
 * Signs in with a code; a new address becomes a member. Answers the member's id.
 * @throws AppError 400 CODE_INVALID or CODE_EXPIRED, 429 after many wrong guesses from one place, or at one mailbox
 */
export function codeSignIns(ctx: Context, openAccount: OpenAccount) {
  const { config, db, clock } = ctx
  const [key] = sessionKeys(config)
  const places = guessingPlaces(ctx, 'guess')
  const aimless = guessingPlaces(ctx, 'aimless')
  const mailboxes = guessedMailboxes(ctx)
  return async function signIn(http: Http, body: z.output<typeof SignInBody>): Promise<string> {
    const { email, code, ...person } = body
    const now = clock.now()
    const asker = { email, browserId: browserId(http) ?? '' }
    const state = await stateOfCode(db, key, asker)
    // Without a code there is nothing to guess: it slows nobody down but those who do the same.
    if (state === 'none') {
      await aimless.take(http)
      throw invalid()
    }
    const isKnown = await isKnownBrowser(db, key, asker)
    if (!isKnown) await places.take(http)
    // The first guess at a code is always allowed: an attacker can't lock its owner out.
    if (!isKnown && state === 'guessed') await mailboxes.refuseWhilePaused(email)
    const guess = await guessCode(db, key, { ...asker, code, now })
    if (guess === 'over') throw expired()
    if (guess === 'wrong') {
      await mailboxes.countFailure(email)
      throw invalid()
    }
    const referralCode = person.referralCode ?? rememberedReferral(http)
    const entry = await transact(db, async (trx) => {
      if (!(await useCode(trx, { id: guess.id, now }))) throw expired()
      const { member, created } = await findOrCreateMember(trx, { email, ...person, referralCode, now })
      if (created) {
        await openAccount(trx, { memberId: member.id, now })
        await recordArrival(trx, http, { memberId: member.id, now })
      }
      return { memberId: member.id, isNew: created }
    })
    if (!isKnown) await places.giveBack(http)
    await enter(ctx, http, { ...entry, by: 'code' })
    return entry.memberId
  }
}

const invalid = () =>
  new AppError(IDENTITY_CODES.CODE_INVALID, 400, "That code isn't right. Check it, or ask for a new one.")

const expired = () =>
  new AppError(IDENTITY_CODES.CODE_EXPIRED, 400, 'That code does not work any more. Please ask for a new one.')
