import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { removeExpiredBackoffs } from '../../platform/http/limits/backoff.ts'
import { removeExpiredLimits } from '../../platform/http/limits/limiter.ts'
import { removeExpiredSessions } from '../../platform/http/session/session.ts'
import type { LastDigest } from '../../platform/sending/mail-layout.ts'
import { forgetArrivals } from './member/arrival.ts'
import { sayGoodbye, notifyOfDevice, type NotifyMember } from './sign-in/notify-owner.ts'
import { removeOldChallenges } from './sign-in/passkey.ts'
import { removeOldCodes } from './sign-in/sign-in-code.ts'

/** Functions of other modules: identity calls none by itself. */
interface Others {
  notify: NotifyMember
  lastDigest: LastDigest
}

export const identityJobs = (ctx: Context, { notify, lastDigest }: Others) => ({
  'identity.notify-of-device': (payload: JobPayload<'identity.notify-of-device'>) =>
    notifyOfDevice(ctx, notify, payload),
  'identity.say-goodbye': (payload: JobPayload<'identity.say-goodbye'>) => sayGoodbye(ctx, lastDigest, payload),
  'identity.remove-expired-sessions': async () => {
    await removeExpiredSessions(ctx)
    await removeExpiredLimits(ctx)
    await removeExpiredBackoffs(ctx)
    await removeOldChallenges(ctx)
    await removeOldCodes(ctx.db, ctx.clock.now())
    await forgetArrivals(ctx.db, ctx.clock.now())
  },
})
