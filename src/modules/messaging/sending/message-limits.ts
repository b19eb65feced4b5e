import type { Context } from '../../../platform/context.ts'
import { createLimiter } from '../../../platform/http/limits/limiter.ts'

/** More than a person writes. Those who begin many conversations are looking for somebody who falls for it. */
export function messageLimits(ctx: Context) {
  const minute = createLimiter(ctx, { keyPrefix: 'message-minute', points: 40, duration: 60 })
  const hour = createLimiter(ctx, { keyPrefix: 'message-hour', points: 400, duration: 3600 })
  const begun = createLimiter(ctx, { keyPrefix: 'conversation-hour', points: 30, duration: 3600 })
  return {
    /** @throws AppError 429 */
    async consume(memberId: string, { begins }: { begins: boolean }): Promise<void> {
      await minute.consume(memberId)
      await hour.consume(memberId)
      if (begins) await begun.consume(memberId)
    },
  }
}
