import type { JobPayload } from '../../events.ts'
import type { Context } from '../../platform/context.ts'
import { removeExpiredBackoffs } from '../../platform/http/backoff.ts'
import { removeExpiredLimits } from '../../platform/http/limiter.ts'
import { removeExpiredSessions } from '../../platform/http/session.ts'
import { forgetSentMails } from '../../platform/send-once.ts'
import { mailNewDevice } from './sign-in/device.ts'
import { removeOldChallenges } from './sign-in/passkey.ts'
import { removeOldCodes } from './sign-in/sign-in-code.ts'

export const identityJobs = (ctx: Context) => ({
  'identity.mail-new-device': (payload: JobPayload<'identity.mail-new-device'>) => mailNewDevice(ctx, payload),
  'identity.remove-expired-sessions': async () => {
    await removeExpiredSessions(ctx)
    await removeExpiredLimits(ctx)
    await removeExpiredBackoffs(ctx)
    await forgetSentMails(ctx)
    await removeOldChallenges(ctx)
    await removeOldCodes(ctx.db, ctx.clock.now())
  },
})
