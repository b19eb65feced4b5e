import { randomUUID } from 'node:crypto'
import { enqueue } from '../../../events.ts'
import type { Trx } from '../../../platform/database.ts'
import { writeNotice } from '../../messaging/index.ts'
import { wordsOf, type Notice } from './notice.ts'

/** Notifies a member of an admin's decision, in the inbox and by mail, once `trx` commits. */
export async function notifyMember(trx: Trx, notice: Notice, now: Date): Promise<void> {
  const { subject, lines, path } = wordsOf(notice)
  await writeNotice(trx, { memberId: notice.memberId, subject, body: lines.join('\n\n'), path, now })
  await enqueue(trx, 'admin.mail-notice', { ...notice, key: `notice:${randomUUID()}` })
}
