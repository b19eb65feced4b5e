import { splitAddress } from './mailbox.ts'
import { PUBLIC_MAIL_PROVIDERS } from './public-mail-providers.ts'

/** Registries that sell names one level deeper, such as co.uk. */
const SECOND_LEVEL = new Set(
  'ac co com edu firm gob gov gouv id ind info mil muni net nom ne or org plc sch school web'.split(' '),
)
/** Providers with a domain in many countries, such as yahoo.co.jp. */
const IN_MANY_COUNTRIES = new Set(['gmx', 'hotmail', 'live', 'outlook', 'yahoo', 'ymail', 'yandex'])

/**
 * The domain, as somebody has registered it, of an address that isn't with a public provider; else null. Whoever has one
 * can make as many mailboxes there as they like, so all of them are taken for one household, company or club.
 */
export function privateMailDomain(email: string): string | null {
  const labels = splitAddress(email).domain.split('.')
  const [second = '', first = ''] = labels.slice(-2)
  const ofCountry = first.length === 2
  const registered = labels.slice(ofCountry && SECOND_LEVEL.has(second) ? -3 : -2)
  const domain = registered.join('.')
  if (ofCountry && IN_MANY_COUNTRIES.has(registered[0] ?? '')) return null
  return PUBLIC_MAIL_PROVIDERS.has(domain) ? null : domain
}
