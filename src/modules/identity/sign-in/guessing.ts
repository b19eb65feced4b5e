import type { Context } from '../../../platform/context.ts'
import { tooMany } from '../../../platform/http/limits/limiter.ts'
import { countPersistent, createBackoff } from '../../../platform/http/limits/backoff.ts'
import { clientAddress, clientNetwork } from '../../../platform/http/limits/client-address.ts'
import type { Http } from '../../../platform/http/http.ts'
import { foldMailbox } from '../member/mailbox.ts'

const HOUR = 60 * 60
/** Wrong guesses within a day above which it is an attack, not mistyping. */
const ATTACK = 10
const MAILBOX = { keyPrefix: 'guess-mailbox', free: ATTACK, first: 15, longest: 15 * 60, forget: 24 * HOUR }

/**
 * Delays for code guessing, by IP address; an IPv6 network counts as one.
 * @param what guesses at codes that exist, or those of browsers that have asked for none: neither pauses the other
 */
export function guessingPlaces(ctx: Context, what: 'guess' | 'aimless') {
  const pauses = { first: 300, longest: HOUR, forget: 6 * HOUR }
  const address = createBackoff(ctx, { keyPrefix: `${what}-place`, free: 30, ...pauses })
  const network = createBackoff(ctx, { keyPrefix: `${what}-net`, free: 60, ...pauses })
  return {
    /** @throws AppError 429 while the place has to wait */
    async take(http: Http): Promise<void> {
      await address.take(clientAddress(http))
      if (clientNetwork(http) !== clientAddress(http)) await network.take(clientNetwork(http))
    },
    async giveBack(http: Http): Promise<void> {
      await address.giveBack(clientAddress(http))
      await network.giveBack(clientNetwork(http))
    },
  }
}

/** Wrong guesses at the codes of a mailbox, from wherever they come. */
export function guessedMailboxes(ctx: Context) {
  const failures = createBackoff(ctx, MAILBOX)
  return {
    /** From then on its codes have eight digits. */
    isUnderAttack: async (email: string) => (await failures.count(foldMailbox(email))) >= ATTACK,
    /** @throws AppError 429 while the mailbox has to wait */
    async refuseWhilePaused(email: string): Promise<void> {
      const left = await failures.pauseOf(foldMailbox(email))
      if (left > 0) throw tooMany(left)
    },
    async countFailure(email: string): Promise<void> {
      const count = await failures.add(foldMailbox(email))
      if (count === ATTACK) ctx.log.warn('somebody is guessing the sign-in codes of a mailbox')
    },
  }
}

/** Mailboxes at which somebody has been guessing within a day. */
export const countGuessedMailboxes = (ctx: Pick<Context, 'db' | 'clock'>) =>
  countPersistent(ctx, MAILBOX.keyPrefix, ATTACK)
