import type { JobPayload } from '../../../events.ts'
import { subject, type Subject } from '../../../platform/mail.ts'

/** What an admin has decided about a member, and why. */
export type Notice = Omit<JobPayload<'admin.mail-notice'>, 'key'>

interface Words {
  mailSubject: Subject
  lines: string[]
  /** Where on the site to look. */
  path: string | null
}

/** What the member reads, in the inbox and in a mail. */
export const wordsOf = (notice: Notice): Words => WORDS[notice.notice](notice)

const WORDS: Record<Notice['notice'], (notice: Notice) => Words> = {
  hidden: ({ title, reason }) => ({
    mailSubject: subject`Your listing was hidden`,
    lines: [`An admin has hidden your listing "${title}". Nobody but you can see it now.`, `The reason: ${reason}`],
    path: '/profile',
  }),
  restored: ({ title }) => ({
    mailSubject: subject`Your listing is back`,
    lines: [`An admin has restored your listing "${title}". Everybody can see it again.`],
    path: '/profile',
  }),
  warned: ({ reason }) => ({
    mailSubject: subject`A note from the admins of Outgrown`,
    lines: ['Neighbours have reported something of yours, and an admin has looked at it.', `The admin says: ${reason}`],
    path: null,
  }),
}
