import type { Reader, Trx } from '../../../platform/database.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import { preferencesOfOne } from '../preferences/preference.ts'
import { exportPushDevices } from '../push/device.ts'
import { Notice, presentNotice } from './notice.ts'

/** All notices of a member, oldest first, and how they want to be told. */
export async function exportNotifications(reader: Reader, memberId: string, manner: Manner) {
  const notices = await Notice.query(reader).where({ member_id: memberId }).orderBy('seq')
  return {
    notices: notices.map((notice) => presentNotice(notice, manner)),
    pushDevices: await exportPushDevices(reader, memberId),
    notificationPreferences: await preferencesOfOne(reader, memberId),
  }
}

/** Erases the notices of a member who leaves, and those that name them to others. */
export async function eraseNotifications(trx: Trx, memberId: string): Promise<void> {
  await trx('notice').where({ member_id: memberId }).orWhere({ names_id: memberId }).delete()
  await trx('push_subscription').where({ member_id: memberId }).delete()
  await trx('notice_preference').where({ member_id: memberId }).delete()
  await trx('quiet_hours').where({ member_id: memberId }).delete()
}
