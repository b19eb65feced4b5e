import { randomUUID } from 'node:crypto'
import type { Trx } from '../../../platform/database.ts'
import { subject, type Subject } from '../../../platform/sending/mail.ts'
import { notify } from '../../notifications/index.ts'

/** What an admin has decided about a member, and why. */
type Decision =
  | { what: 'hidden'; title: string; reason: string }
  | { what: 'restored'; title: string }
  | { what: 'warned'; reason: string }

/** Tells a member what an admin has decided about them, as part of `trx`; not a notice that one can do without. */
export async function notifyMember(trx: Trx, memberId: string, decision: Decision, now: Date): Promise<void> {
  await notify(trx, { memberId, kind: 'account', key: `decision:${randomUUID()}`, ...wordsFor(decision), now })
}

interface Words {
  title: Subject
  body: string
  path: string | null
  button: string | null
}

function wordsFor(decision: Decision): Words {
  const toListings = { path: '/profile', button: 'See your items' }
  switch (decision.what) {
    case 'hidden':
      return {
        title: subject`Your listing was hidden`,
        body:
          `An admin has hidden your listing "${decision.title}". Nobody but you can see it now.\n\n` +
          `The reason: ${decision.reason}`,
        ...toListings,
      }
    case 'restored':
      return {
        title: subject`Your listing is back`,
        body: `An admin has restored your listing "${decision.title}". Everybody can see it again.`,
        ...toListings,
      }
    case 'warned':
      return {
        title: subject`A note from the admins of Outgrown`,
        body:
          'Neighbours have reported something of yours, and an admin has looked at it.\n\n' +
          `The admin says: ${decision.reason}`,
        path: null,
        button: null,
      }
  }
}
