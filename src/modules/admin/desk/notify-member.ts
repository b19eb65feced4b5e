import { randomUUID } from 'node:crypto'
import { enqueue } from '../../../events.ts'
import type { Trx } from '../../../platform/database.ts'
import { notify } from '../../notifications/index.ts'
import { wordsOf, type Notice } from './notice.ts'

/** Notifies a member of an admin's decision, in the inbox and by mail, once `trx` commits. */
export async function notifyMember(trx: Trx, notice: Notice, now: Date): Promise<void> {
  const { mailSubject, lines, path } = wordsOf(notice)
  const key = `notice:${randomUUID()}`
  const button = path && 'Have a look'
  const { memberId } = notice
  await notify(trx, { memberId, kind: 'account', key, title: mailSubject, body: lines.join('\n\n'), path, button, now })
  await enqueue(trx, 'admin.mail-notice', { ...notice, key })
}
