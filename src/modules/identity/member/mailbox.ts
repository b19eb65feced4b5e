/*
 * Only what a provider documents is folded: strangers must never share a mailbox.
 * Google: support.google.com/mail/answer/7436150 (dots), support.google.com/a/users/answer/9308648 (tags).
 * Microsoft: learn.microsoft.com/exchange/recipients-in-exchange-online/plus-addressing-in-exchange-online.
 * Apple: support.apple.com/102540 (one mailbox under icloud.com, me.com and mac.com).
 * Proton: proton.me/support/addresses-and-aliases. Fastmail: fastmail.help, 'Plus addressing and subdomain addressing'.
 */

/** Providers that ignore dots in the name; all of these ignore what follows a plus. */
const IGNORE_DOTS = new Set(['gmail.com', 'googlemail.com'])
const IGNORE_TAGS = new Set([
  ...IGNORE_DOTS,
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'fastmail.com',
  'fastmail.fm',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'zoho.com',
  'yandex.com',
  'yandex.ru',
])
/** Microsoft's mailboxes under a country's name, such as hotmail.co.uk. */
const MICROSOFT = /^(outlook|hotmail|live)\.([a-z]{2}|com?\.[a-z]{2})$/
/** Two names of one provider. */
const SAME = new Map([
  ['googlemail.com', 'gmail.com'],
  ['me.com', 'icloud.com'],
  ['mac.com', 'icloud.com'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
])

/** The mailbox that an address leads to: dots and plus-tags are folded where the provider folds them. */
export function foldMailbox(email: string): string {
  const lower = email.trim().toLowerCase()
  const at = lower.lastIndexOf('@')
  const domain = lower.slice(at + 1)
  const name = lower.slice(0, at)
  if (!IGNORE_TAGS.has(domain) && !MICROSOFT.test(domain)) return lower
  const [untagged = name] = name.split('+')
  const folded = IGNORE_DOTS.has(domain) ? untagged.replaceAll('.', '') : untagged
  return `${folded}@${SAME.get(domain) ?? domain}`
}
