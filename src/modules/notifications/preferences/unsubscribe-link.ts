import type { Config } from '../../../platform/config.ts'
import { CHOSEN_KINDS } from '../constants.ts'
import type { ChosenKind } from '../contract.ts'
import { isSigned, signatureOf } from './signature.ts'

/** What a link in a mail ends: one kind, or the mail that comes once a day; 'purchases' stands in older mails. */
const ENDED = [...CHOSEN_KINDS, 'digest', 'purchases'] as const
type Ended = (typeof ENDED)[number]

export interface Unsubscription {
  memberId: string
  mail: Ended
}

/** The address that ends one kind of mail for one member. */
export function unsubscribeUrl(
  config: Config,
  { memberId, mail }: { memberId: string; mail: ChosenKind | 'digest' },
): string {
  const signature = signatureOf(config, `${memberId} ${mail}`)
  const query = new URLSearchParams({ member: memberId, mail, signature })
  return `${config.publicUrl}/unsubscribe?${query.toString()}`
}

/** What the query of such an address asks for; null unless we have signed it. */
export function readUnsubscription(config: Config, query: Record<string, unknown>): Unsubscription | null {
  const { member: memberId, signature } = query
  const mail = ENDED.find((ended) => ended === query['mail'])
  if (typeof memberId !== 'string' || mail === undefined) return null
  return isSigned(config, `${memberId} ${mail}`, signature) ? { memberId, mail } : null
}
