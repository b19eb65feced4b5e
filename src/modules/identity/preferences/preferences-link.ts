import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../../platform/config.ts'
import { sessionKeys } from '../../../platform/http/session-keys.ts'
import type { EmailPreferences } from '../contract.ts'

export interface Unsubscription {
  memberId: string
  mail: keyof EmailPreferences
}

/** The address that ends one kind of mail for one member, without signing in. It works as long as its key is known. */
export function unsubscribeUrl(config: Config, unsubscription: Unsubscription): string {
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
  const { member: memberId, mail, signature } = query
  if (typeof memberId !== 'string' || typeof signature !== 'string') return null
  if (mail !== 'messages' && mail !== 'purchases') return null
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
