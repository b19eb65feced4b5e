import type { Trx } from '../../database.ts'

/** The channel on which every process hears whose open browsers have something to read anew. */
export const LIVE_CHANNEL = 'live'

/** Its event, and ids alone: what it is about is read by the usual calls. */
export interface LiveChange {
  event: string
  [id: string]: string
}

export type LiveNotice = { members: string[] } & LiveChange

/** The text on {@link LIVE_CHANNEL} to tell members of a change. */
export const liveNotice = (members: string[], change: LiveChange): string => JSON.stringify({ ...change, members })

/** Tells the open browsers of these members, whichever process serves them; goes out when `trx` commits. */
export async function signalBrowsers(trx: Trx, members: string[], change: LiveChange): Promise<void> {
  await trx.raw('select pg_notify(?, ?)', [LIVE_CHANNEL, liveNotice(members, change)])
}
