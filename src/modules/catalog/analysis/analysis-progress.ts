import type { Context } from '../../../platform/context.ts'
import type { Trx } from '../../../platform/database.ts'

/** Notified with the id of a member whose analysis has ended, answered or not. */
const CHANNEL = 'analysis_finished'
/** Polls as well: a connection can be lost without a word. */
const LOOK_EVERY_MS = 3000

export interface AnalysisProgress {
  /**
   * Reads at once and then whenever an analysis of that member may have finished, until `isEnough` or `signal` aborts;
   * answers what was read last.
   */
  follow<T>(
    ownerId: string,
    options: { read: () => Promise<T>; isEnough: (state: T) => boolean; signal: AbortSignal },
  ): Promise<T>
}

/** Notifies all processes that follow analyses of that member, once `trx` has committed. */
export async function notifyFinished(trx: Trx, ownerId: string): Promise<void> {
  await trx.raw('select pg_notify(?, ?)', [CHANNEL, ownerId])
}

/** Follows analyses, whichever process finishes them. */
export function createAnalysisProgress(ctx: Context): AnalysisProgress {
  return {
    async follow(ownerId, { read, isEnough, signal }) {
      const changed = createSignal()
      const unsubscribe = ctx.listener.subscribe([CHANNEL], {
        notify: (_channel, payload) => payload === ownerId && changed.set(),
        connected: () => changed.set(),
      })
      const timer = setInterval(() => changed.set(), LOOK_EVERY_MS)
      signal.addEventListener('abort', changed.set)
      try {
        for (;;) {
          const state = await read()
          if (isEnough(state) || signal.aborted) return state
          await changed.wait()
        }
      } finally {
        signal.removeEventListener('abort', changed.set)
        clearInterval(timer)
        unsubscribe()
      }
    },
  }
}

/** A signal set while nobody waits is seen by the next wait. */
function createSignal() {
  let isSet = false
  let wake = () => {}
  return {
    set: () => {
      isSet = true
      wake()
    },
    wait: async () => {
      if (!isSet) await new Promise<void>((resolve) => (wake = resolve))
      isSet = false
    },
  }
}
