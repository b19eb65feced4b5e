import { randomUUID } from 'node:crypto'
import type { Trx } from '../../../platform/database.ts'
import { subject, type Subject } from '../../../platform/sending/mail.ts'
import { notify } from '../../notifications/index.ts'
import type { ACTS } from '../appeals/contract.ts'

/** What an admin has decided about a member, and why. */
type Decision =
  | { what: 'hidden'; title: string; reason: string }
  | { what: 'restored'; title: string }
  | { what: 'warned'; reason: string }
  | { what: 'suspended'; until: string | null; reason: string }
  | { what: 'lifted'; reason: string | null }
  | { what: 'suspension-over' }
  | { what: 'appeal'; act: (typeof ACTS)[number]; name: string | null; decision: 'keep' | 'undo'; reason: string }

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
  const toDecisions = { path: '/decisions', button: 'See the decision' }
  switch (decision.what) {
    case 'hidden':
      return {
        title: subject`Your listing was hidden`,
        body:
          `An admin has hidden your listing "${decision.title}". Nobody but you can see it now.\n\n` +
          `The reason: ${decision.reason}\n\n${APPEAL}`,
        ...toDecisions,
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
          `The admin says: ${decision.reason}\n\n${APPEAL}`,
        ...toDecisions,
      }
    case 'suspended':
      return {
        title: subject`Your account is suspended`,
        body:
          `An admin has suspended your account ${decision.until === null ? 'for good' : `until ${timeInWords(decision.until)}`}. ` +
          'You can read, hand over and finish what is open, but not start anything new. Your items are hidden meanwhile.\n\n' +
          `The reason: ${decision.reason}\n\n${APPEAL}`,
        ...toDecisions,
      }
    case 'lifted':
      return {
        title: subject`Your account is no longer suspended`,
        body:
          'An admin has ended the suspension of your account. Your items are back.' +
          (decision.reason === null ? '' : `\n\nThe admin says: ${decision.reason}`),
        ...toListings,
      }
    case 'suspension-over':
      return {
        title: subject`Your account is no longer suspended`,
        body: 'The suspension of your account is over. Your items are back.',
        ...toListings,
      }
    case 'appeal':
      return {
        title: subject`Your appeal was decided`,
        body:
          `An admin has looked at it again: ${decision.decision === 'undo' ? 'the decision is undone' : 'the decision stays'}` +
          `${decision.name === null ? '' : ` ("${decision.name}")`}.\n\nThe reason: ${decision.reason}`,
        ...toDecisions,
      }
  }
}

const APPEAL = 'You think this is wrong? You can appeal once, and an admin looks at it again.'

/** `2026-11-22T12:00:00.000Z` as people read it. */
const timeInWords = (at: string) => `${at.slice(0, 10)}, ${at.slice(11, 16)} (UTC)`
