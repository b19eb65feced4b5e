import type { Context } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/database.ts'
import { createListener } from '../../../platform/listener.ts'

/** Whose analyses have an answer, or will have none; says ids of members alone. */
const CHANNEL = 'analysis_finished'
/** Looks by itself now and then, for databases behind a pooler that swallows notifications. */
const LOOK_EVERY_MS = 3000

export interface AnalysisNews {
  /**
   * Reads until `isEnough`, at first at once and then whenever an analysis of that member may have finished, and answers
   * what was read last; earlier when `signal` says so.
   */
  follow<T>(
    ownerId: string,
    options: { read: () => Promise<T>; isEnough: (state: T) => boolean; signal: AbortSignal },
  ): Promise<T>
}

/** Tells whoever waits for analyses of that member, in any process, once `trx` has committed. */
export async function tellFinished(trx: Trx, ownerId: string): Promise<void> {
  await trx.raw('select pg_notify(?, ?)', [CHANNEL, ownerId])
}

/** Hears of finished analyses, whichever process finished them. */
export function createAnalysisNews(ctx: Context): AnalysisNews {
  const listener = createListener(ctx.db, [CHANNEL], ctx.log)
  return {
    async follow(ownerId, { read, isEnough, signal }) {
      const bell = createBell()
      const unsubscribe = listener.subscribe({
        notify: (_channel, payload) => payload === ownerId && bell.ring(),
        connected: () => bell.ring(),
      })
      const timer = setInterval(() => bell.ring(), LOOK_EVERY_MS)
      signal.addEventListener('abort', bell.ring)
      try {
        for (;;) {
          const state = await read()
          if (isEnough(state) || signal.aborted) return state
          await bell.rung()
        }
      } finally {
        signal.removeEventListener('abort', bell.ring)
        clearInterval(timer)
        unsubscribe()
      }
    },
  }
}

/** Rings that nobody waited for are heard by the next who does. */
function createBell() {
  let ringing = false
  let wake = () => {}
  return {
    ring: () => {
      ringing = true
      wake()
    },
    rung: async () => {
      if (!ringing) await new Promise<void>((resolve) => (wake = resolve))
      ringing = false
    },
  }
}
