import { enqueue, type JobPayload } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { deviceOf } from '../../../platform/http/session/device.ts'
import type { Http } from '../../../platform/http/http.ts'
import { type LastDigest, layOut, type NightDigest } from '../../../platform/sending/mail-layout.ts'
import { formatFacts, type Manner } from '../../../platform/language/facts.ts'
import { mannerOf } from '../../../platform/language/manner.ts'
import { words } from '../../../platform/language/words.ts'
import { subjectOf } from '../../../platform/sending/mail.ts'
import { sendMail } from '../../../platform/sending/outage.ts'
import type { IDENTITY_NOTICES } from '../told.ts'

/** A deed of an intruder; the owner is told of each. */
export type Deed = JobPayload<'identity.notify-of-device'>['what']

/** Tells a member what has just been done with their account, on the device of the request, once `trx` commits. */
export async function notifyOwner(
  trx: Trx,
  { memberId, what, http, now }: { memberId: string; what: Deed; http: Http; now: Date },
): Promise<void> {
  const device = deviceOf(http.get('user-agent'))
  await enqueue(trx, 'identity.notify-of-device', { memberId, what, device, at: now.toISOString() })
}

/** A notice about the account; `key` names it for good. */
interface AccountNotice {
  memberId: string
  kind: 'account'
  key: string
  told: keyof typeof IDENTITY_NOTICES
  facts: { device: string; at: { at: string } }
  path: string
  button: string
  now: Date
}
/** Tells a member something, as part of the transaction. */
export type NotifyMember = (trx: Trx, notice: AccountNotice) => Promise<void>

export async function notifyOfDevice(
  { db, clock }: Context,
  notify: NotifyMember,
  { memberId, what, device, at }: JobPayload<'identity.notify-of-device'>,
): Promise<void> {
  const notice: AccountNotice = {
    memberId,
    kind: 'account',
    key: what === 'sign-in' ? `device:${at}` : `${what}:${at}`,
    told: `account: ${what}`,
    facts: { device, at: { at } },
    path: '/account',
    button: words('Account Settings'),
    now: clock.now(),
  }
  await transact(db, (trx) => notify(trx, notice))
}

/** The last mail to somebody who has left: a notice needs a member. */
export async function sayGoodbye(
  ctx: Context,
  lastDigest: LastDigest,
  job: JobPayload<'identity.say-goodbye'>,
): Promise<void> {
  const { email, device, at, language } = job
  const digest = await lastDigest()
  await sendMail(ctx, { to: email, ...goodbyeLetter(mannerOf(ctx, { language }), { device, at: { at }, digest }) })
}

export const goodbyeLetter = (
  manner: Manner,
  { digest, ...how }: { device: string; at: { at: string }; digest: NightDigest | undefined },
) =>
  layOut({
    language: manner.language,
    ...(manner.look && { look: manner.look }),
    subject: subjectOf(manner.language, words('Your account is deleted')),
    firstName: null,
    paragraphs: [
      formatFacts(manner, words('your account at {site} was deleted from this device: {device}, on {at}.'), how),
      formatFacts(
        manner,
        words(
          "Was it you? Thank you for being a neighbour; you're welcome back any time. If not, make sure that nobody else can read your email.",
        ),
      ),
    ],
    footer: [
      {
        text: formatFacts(
          manner,
          words("You're getting this email because it's about your account. It is the last one."),
        ),
      },
    ],
    digest,
  })
