import type { Trx } from '../../../platform/database.ts'

export const INBOX_CHANNEL = 'inbox'

type InboxChange =
  { event: 'message'; threadId: string; messageId: string } | { event: 'read'; threadId: string } | { event: 'notice' }

/** What goes through the channel; ids alone. */
export type InboxNotice = InboxChange & { members: string[] }

/** Tells every process that these members have something to read anew; goes out when `trx` commits. */
export async function notifyInbox(trx: Trx, members: string[], change: InboxChange): Promise<void> {
  const notice: InboxNotice = { ...change, members }
  await trx.raw('select pg_notify(?, ?)', [INBOX_CHANNEL, JSON.stringify(notice)])
}
