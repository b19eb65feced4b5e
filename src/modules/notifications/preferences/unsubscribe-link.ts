import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../../platform/config.ts'
import { sessionKeys } from '../../../platform/http/session-keys.ts'
import { CHOSEN_KINDS } from '../constants.ts'
import type { ChosenKind } from '../contract.ts'

/** What a link in a mail ends: one kind, or the mail that comes once a day; 'purchases' stands in older mails. */
const ENDED = [...CHOSEN_KINDS, 'digest', 'purchases'] as const
type Ended = (typeof ENDED)[number]

export interface Unsubscription {
  memberId: string
  mail: Ended
}

/** The address that ends one kind of mail for one member, without signing in. It works as long as its key is known. */
export function unsubscribeUrl(
  config: Config,
  unsubscription: { memberId: string; mail: ChosenKind | 'digest' },
): string {
  const [key] = sessionKeys(config)
  const query = new URLSearchParams({
    member: unsubscription.memberId,
    mail: unsubscription.mail,
    signature: sign(key, unsubscription).toString('base64url'),
  })
  return `${config.publicUrl}/unsubscribe?${query.toString()}`
}

/** What the query of such an address asks for; null unless we have signed it. */
export function readUnsubscription(config: Config, query: Record<string, unknown>): Unsubscription | null {
  const { member: memberId, signature } = query
  const mail = ENDED.find((ended) => ended === query['mail'])
  if (typeof memberId !== 'string' || typeof signature !== 'string' || mail === undefined) return null
  const given = Buffer.from(signature, 'base64url')
  const genuine = sessionKeys(config).some((key) => {
    const expected = sign(key, { memberId, mail })
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return genuine ? { memberId, mail } : null
}

function sign(key: string, { memberId, mail }: Unsubscription): Buffer {
  return createHmac('sha256', key).update(`unsubscribe ${memberId} ${mail}`).digest()
}
