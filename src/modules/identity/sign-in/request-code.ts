import type { Context } from '../../../platform/context.ts'
import { createBackoff } from '../../../platform/http/limits/backoff.ts'
import { clientAddress, clientNetwork } from '../../../platform/http/limits/client-address.ts'
import type { Http } from '../../../platform/http/http.ts'
import { createLimiter } from '../../../platform/http/limits/limiter.ts'
import { sessionKeys } from '../../../platform/http/session/session-keys.ts'
import { type LastDigest, layOut, type NightDigest } from '../../../platform/sending/mail-layout.ts'
import { formatFacts, type Manner } from '../../../platform/language/facts.ts'
import { mannerFor } from '../../../platform/language/manner.ts'
import { translate } from '../../../platform/language/translate.ts'
import { say, words } from '../../../platform/language/words.ts'
import { subjectOf } from '../../../platform/sending/mail.ts'
import { Unavailable } from '../../../platform/errors.ts'
import { sendMail } from '../../../platform/sending/outage.ts'
import type { SentCode } from '../contract.ts'
import { foldMailbox } from '../member/mailbox.ts'
import { privateMailDomain } from '../member/private-mail-domain.ts'
import { rememberBrowser } from './cookies.ts'
import { guessedMailboxes } from './guessing.ts'
import { isKnownBrowser, issueCode, type Asker } from './sign-in-code.ts'

/**
 * Sends a code to an address. Does not look whether it has an account, so neither answer nor timing reveals it.
 * @throws AppError 429, or 503 when the mail can't be sent
 */
export function codeRequests(ctx: Context, lastDigest: LastDigest) {
  const { config, db, clock } = ctx
  const [key] = sessionKeys(config)
  const limits = createLimits(ctx)
  const guessed = guessedMailboxes(ctx)
  return async function requestCode(http: Http, email: string): Promise<SentCode> {
    const asker = { email, browserId: rememberBrowser(http) }
    await limits.consume(http, asker, () => isKnownBrowser(db, key, asker))
    const digits = (await guessed.isUnderAttack(email)) ? 8 : 6
    const code = await issueCode(db, key, { ...asker, digits, now: clock.now() })
    const sent = { sent: true as const, ...(code.length === 8 && { digits: 8 as const }) }
    if (config.onScreenCodes) return { ...sent, code }
    if (config.SMTP_URL === '') throw new Unavailable("This site can't send codes. Please sign in another way.")
    await sendMail(ctx, { to: email, ...codeLetter(mannerFor(ctx, http), { code, digest: await lastDigest() }) })
    return sent
  }
}

const minutes = (count: number) => count * 60

/**
 * Nobody can lock a neighbour out, or flood their mailbox. Who asks again and again from one place meets growing pauses.
 * Repeats and first requests from a new place count apart for a mailbox, so that repeats can't use up the room of a
 * neighbour with a new phone; browsers that it has signed in from don't count at all. All of a private mail domain may end
 * in one mailbox, so one place meets pauses there as well.
 */
function createLimits(ctx: Context) {
  // Where codes appear on screen no mailbox needs protection, and one machine may play many neighbours.
  const onScreen = ctx.config.onScreenCodes
  const place = createLimiter(ctx, { keyPrefix: 'code-place', points: onScreen ? 3000 : 60, duration: minutes(10) })
  const pair = createBackoff(ctx, {
    keyPrefix: 'code-pair',
    free: onScreen ? 10 : 3,
    first: 30,
    longest: minutes(60),
    forget: minutes(60),
  })
  const domain = createBackoff(ctx, {
    keyPrefix: 'code-domain',
    free: onScreen ? 1000 : 20,
    first: 60,
    longest: minutes(60),
    forget: minutes(60),
  })
  const repeats = createLimiter(ctx, { keyPrefix: 'code-repeats', points: 10, duration: minutes(60) })
  const firsts = createLimiter(ctx, { keyPrefix: 'code-firsts', points: 30, duration: minutes(60) })
  return {
    async consume(http: Http, { email }: Asker, isKnown: () => Promise<boolean>): Promise<void> {
      const mailbox = foldMailbox(email)
      await place.consume(clientAddress(http))
      const asked = await pair.take(`${clientNetwork(http)} ${mailbox}`)
      if (await isKnown()) return
      await (asked === 1 ? firsts : repeats).consume(mailbox)
      const own = privateMailDomain(email)
      if (own !== null) await domain.take(`${clientNetwork(http)} ${own}`)
    },
  }
}

export const codeLetter = (manner: Manner, { code, digest }: { code: string; digest: NightDigest | undefined }) => {
  const { language, look } = manner
  return layOut({
    language,
    ...(look && { look }),
    subject: subjectOf(language, say('{code} is your sign-in code', { code })),
    firstName: null,
    paragraphs: [formatFacts(manner, words('your code for {site} is'))],
    code,
    footer: [
      {
        text: translate(
          language,
          words('Type it on the page where you asked for it, in the same browser. It works once, for 10 minutes.'),
        ),
      },
      {
        text: translate(
          language,
          words("If you didn't ask for it, you can ignore this email: nobody gets in without the code."),
        ),
      },
    ],
    digest,
  })
}
