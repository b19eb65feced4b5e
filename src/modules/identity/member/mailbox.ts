/*
 * A plus begins a tag with every provider: for limits and bonuses it is better to count two neighbours of such
 * addresses as one than to count one as many. Dots are folded only where the provider documents it. Google:
 * support.google.com/mail/answer/7436150. Apple: support.apple.com/102540 (one mailbox under icloud.com, me.com and
 * mac.com). Proton: proton.me/support/addresses-and-aliases.
 */

/** Providers that ignore dots in the name. */
const IGNORE_DOTS = new Set(['gmail.com', 'googlemail.com'])
/** Two names of one provider. */
const SAME = new Map([
  ['googlemail.com', 'gmail.com'],
  ['me.com', 'icloud.com'],
  ['mac.com', 'icloud.com'],
  ['protonmail.com', 'proton.me'],
  ['pm.me', 'proton.me'],
])

/** The mailbox that an address leads to, for limits and bonuses; mail goes to the address as it was given. */
export function foldMailbox(email: string): string {
  const { name, domain } = splitAddress(email)
  const untagged = name.split('+')[0] || name
  const folded = IGNORE_DOTS.has(domain) ? untagged.replaceAll('.', '') : untagged
  return `${folded}@${SAME.get(domain) ?? domain}`
}

export function splitAddress(email: string): { name: string; domain: string } {
  const lower = email.trim().toLowerCase()
  const at = lower.lastIndexOf('@')
  return { name: lower.slice(0, at), domain: lower.slice(at + 1) }
}
