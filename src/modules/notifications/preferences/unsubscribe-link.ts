import type { Config } from '../../../platform/config.ts'
import { CHOSEN_KINDS } from '../constants.ts'
import { judgeSignature, signatureOf } from './signature.ts'
import type { Read } from './stop-page.ts'

/** The part of mails that a link in them ends: one kind, or the mail that comes once a day. */
const ENDED = [...CHOSEN_KINDS, 'digest'] as const
type Ended = (typeof ENDED)[number]

export interface Unsubscription {
  memberId: string
  mail: Ended
}

/** The address that ends one kind of mail for one member. */
export function unsubscribeUrl(config: Config, { memberId, mail, now }: Unsubscription & { now: Date }): string {
  const signature = signatureOf(config, `${memberId} ${mail}`, now)
  const query = new URLSearchParams({ member: memberId, mail, signature })
  return `${config.publicUrl}/unsubscribe?${query.toString()}`
}

/** The request in the query of such an address, if we have signed it. */
export function readUnsubscription(
  config: Config,
  { member: memberId, mail: named, signature }: Record<string, unknown>,
  now: Date,
): Read<Unsubscription> {
  const mail = ENDED.find((ended) => ended === named)
  if (typeof memberId !== 'string' || mail === undefined) return 'forged'
  const judged = judgeSignature(config, `${memberId} ${mail}`, signature, now)
  return judged === 'good' ? { asked: { memberId, mail } } : judged
}
