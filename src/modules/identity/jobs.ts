import type { Context } from '../../platform/context.ts'
import { removeOldCodes } from './sign-in/sign-in-code.ts'

export function identityJobs({ db, clock }: Context) {
  return {
    'identity.remove-expired-sessions': async () => {
      const now = clock.now()
      await db('sessions').where('expire', '<=', now).delete()
      await db('rate_limit').where('expire', '<=', now.getTime()).delete()
      await removeOldCodes(db, now)
    },
  }
}
