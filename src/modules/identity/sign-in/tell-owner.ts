import { enqueue, type JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { deviceOf } from '../../../platform/http/session/device.ts'
import type { Http } from '../../../platform/http/http.ts'
import { layOut } from '../../../platform/sending/mail-layout.ts'
import { subject, type Subject } from '../../../platform/sending/mail.ts'
import { sendMail } from '../../../platform/sending/outage.ts'

/** What an intruder would do with an account, so that its owner is told each time. */
export type Deed = JobPayload<'identity.tell-of-device'>['what']

/** Tells a member what has just been done with their account, on the device of the request, once `trx` commits. */
export async function tellOwner(
  trx: Trx,
  { memberId, what, http, now }: { memberId: string; what: Deed; http: Http; now: Date },
): Promise<void> {
  const device = deviceOf(http.get('user-agent'))
  await enqueue(trx, 'identity.tell-of-device', { memberId, what, device, at: now.toISOString() })
}

/** `{done}` is followed by the device and the time. */
const WORDS: Record<Deed, { title: Subject; done: string }> = {
  'sign-in': {
    title: subject`A new sign-in to your account`,
    done: 'Someone just signed in to your account from a new device:',
  },
  'passkey-sign-in': {
    title: subject`A sign-in with your passkey`,
    done: 'Someone has just signed in to your account with a passkey:',
  },
  'passkey-added': {
    title: subject`A passkey was added to your account`,
    done: 'Someone has just added a passkey, with which they can sign in without a code:',
  },
  exported: {
    title: subject`Your data was downloaded`,
    done: 'Someone has just downloaded all data of your account:',
  },
}

/** `2026-11-22T12:00:00.000Z` as people read it. */
const timeOf = (at: string) => `${at.slice(0, 10)} at ${at.slice(11, 16)} (UTC)`

/** What the member is told; `key` names it for good. */
interface AccountNotice {
  memberId: string
  kind: 'account'
  key: string
  title: Subject
  body: string
  path: string
  button: string
  now: Date
}
/** Tells a member something, as part of the transaction. */
export type TellMember = (trx: Trx, notice: AccountNotice) => Promise<void>

/** The notice of one deed. */
const wordsOf = ({ what, device, at }: { what: Deed; device: string; at: string }) => ({
  title: WORDS[what].title,
  body:
    `${WORDS[what].done} ${device}, on ${timeOf(at)}.\n\n` +
    'Was it you? Then all is well. If not, sign out everywhere under Account Settings, and make sure that nobody ' +
    'else reads your mail.',
  path: '/account',
  button: 'Account Settings',
})

export async function tellOfDevice(
  { db, clock }: Context,
  tell: TellMember,
  { memberId, ...deed }: JobPayload<'identity.tell-of-device'>,
): Promise<void> {
  const key = deed.what === 'sign-in' ? `device:${deed.at}` : `${deed.what}:${deed.at}`
  await transact(db, (trx) => tell(trx, { memberId, kind: 'account', key, ...wordsOf(deed), now: clock.now() }))
}

/** The last mail to somebody who has left: a notice needs a member. */
export async function sayGoodbye(ctx: Context, { email, ...how }: JobPayload<'identity.say-goodbye'>): Promise<void> {
  await sendMail(ctx, { to: email, ...goodbyeLetter(how) })
}

const goodbyeLetter = ({ device, at }: { device: string; at: string }) =>
  layOut({
    subject: subject`Your account is deleted`,
    firstName: null,
    paragraphs: [
      `your account at Outgrown was deleted from this device: ${device}, on ${timeOf(at)}.`,
      'Was it you? Thank you for being a neighbour; you are welcome back any time. If not, make sure that nobody else reads your mail.',
    ],
    footer: [{ text: "You're getting this email because it's about your account. It is the last one." }],
  })
