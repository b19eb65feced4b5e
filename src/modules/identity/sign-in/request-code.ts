import type { Context } from '../../../platform/context.ts'
import { clientAddress } from '../../../platform/http/client-address.ts'
import type { Http } from '../../../platform/http/http.ts'
import { createLimiter } from '../../../platform/http/limiter.ts'
import { sessionKeys } from '../../../platform/http/session-keys.ts'
import { Unavailable } from '../../../platform/errors.ts'
import { rememberBrowser } from './cookies.ts'
import { isKnownBrowser, issueCode, type Asker } from './sign-in-code.ts'

/**
 * Sends a code to an address. Whether it has an account is not looked at here, so neither answer nor timing can tell.
 * @throws AppError 429, or 503 when the mail can't be sent
 */
export function codeRequests(ctx: Context) {
  const { config, db, clock, mail } = ctx
  const [key] = sessionKeys(config)
  const limits = createLimits(ctx)
  return async function requestCode(http: Http, email: string): Promise<{ sent: true; code?: string }> {
    const asker = { email, browserId: rememberBrowser(http) }
    await limits.consume(clientAddress(http), asker, () => isKnownBrowser(db, key, asker))
    const code = await issueCode(db, key, { ...asker, now: clock.now() })
    if (config.onScreenCodes) return { sent: true, code }
    if (config.SMTP_URL === '') throw new Unavailable('Codes cannot be sent here. Please sign in another way.')
    await mail.send({ to: email, ...letter(code) })
    return { sent: true }
  }
}

/**
 * Nobody can lock a neighbour out: the strict limit counts an address together with where the request came from, and
 * the limit of the address alone, against flooding its mailbox from many places, spares browsers it has signed in from.
 */
function createLimits(ctx: Context) {
  const minutes = (count: number) => count * 60
  // Where codes appear on screen no mailbox needs protection, and one machine may play many neighbours.
  const perPlace = ctx.config.onScreenCodes ? 3000 : 60
  const place = createLimiter(ctx, { keyPrefix: 'code-place', points: perPlace, duration: minutes(10) })
  const pair = createLimiter(ctx, { keyPrefix: 'code-pair', points: 10, duration: minutes(10) })
  const address = createLimiter(ctx, { keyPrefix: 'code-address', points: 30, duration: minutes(60) })
  return {
    async consume(from: string, { email }: Asker, isKnown: () => Promise<boolean>): Promise<void> {
      await place.consume(from)
      await pair.consume(`${from} ${email}`)
      if (!(await isKnown())) await address.consume(email)
    },
  }
}

function letter(code: string): { subject: string; text: string } {
  return {
    subject: `${code} is your sign-in code`,
    text: [
      'Hello,',
      `your code for Outgrown is ${code}`,
      'Type it on the page where you asked for it, in the same browser. It works once, for 10 minutes.',
      'If you did not ask for it, you can ignore this mail: without the code nobody gets in.',
      'Share locally, save globally.',
    ].join('\n\n'),
  }
}
