import { shown, text, type TextRules } from './text.ts'
import { hasWebAddress } from './web-address.ts'
import { words } from '../language/words.ts'

/** Two words or more in capitals, one after the other; initials and a single one are how some people write. */
const SHOUTING = /\p{Lu}{3}[^\p{L}]+\p{Lu}{3}/u
/** Letters of two alphabets in one word, of which one is drawn like the other. */
const MIXED =
  /\p{Script=Latin}\p{M}*[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{M}*\p{Script=Latin}/u
/** Digits and signs that stand in for a letter. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  $: 's',
  '!': 'i',
  '|': 'i',
}

/** Names of those who speak for the market; nobody is called so. */
const ROLES =
  /^(outgrown|support|staff|admins?|administrator|moderators?|moderation|team|official|helpdesk|webmaster|postmaster|noreply|security|verification|soporte|suporte|kundendienst|kundenservice|assistance)$/
const ROLE_PHRASES =
  /\b(help ?(desk|cent(er|re))|customer (service|care|support)|no reply|trust and safety|service client)\b/
/** No two names make one of these roles: Tea M. and Staf F. are people. */
const ROLES_IN_TWO =
  /^(support|administrator|moderators?|moderation|official|helpdesk|webmaster|postmaster|noreply|security|verification)$/
/** These words belong to a message and to no name. */
const MESSAGE_WORDS =
  /^(your|account|accounts|password|verify|verified|locked|suspended|deactivated|urgent|immediately|failed|declined|overdue|konto|passwort|gesperrt|cuenta|bloqueada|votre|senha)$/
/** Some of them are names as well: two make a sentence. */
const SENTENCE_WORDS =
  /^(is|are|was|were|has|have|been|you|we|please|must|now|here|click|call|update|payment|refund|expired|blocked|warning|alert|notice|confirm|required|this|that|not|to|the|and|ihr|ihre|ist|wurde|bitte|compte|est|bloqué|su|está|sua|conta|foi|por|favor)$/

/** The market's own name, however it is written or joined to other words. */
const OURS = /outgrown/
/** A telephone number has as many digits. */
const NUMBER = /(\p{Nd}[^\p{L}\p{Nd}]*){7}/u

/** The name of a person. It stands in mails, where nothing may look like a link, an alarm or a voice of ours. */
export const personName = (rules: TextRules) =>
  text(rules)
    .refine((value) => !hasWebAddress(value), {
      message: words('Please write only a name here, no web or mail addresses'),
      abort: true,
    })
    .refine((value) => !NUMBER.test(value), {
      message: words('Please write only a name here, no telephone number'),
      abort: true,
    })
    .refine((value) => !SHOUTING.test(value), {
      message: words('Please write the name in small letters, with capitals only at the start'),
      abort: true,
    })
    .refine((value) => !speaks(value), words('Please write the name of a person here'))

function speaks(name: string): boolean {
  if (MIXED.test(name)) return true
  const tokens = shown(name.normalize('NFKC'))
    .toLowerCase()
    .split(/[^\p{L}\p{M}\d$!|]+/u)
  // A sign may stand for a letter, or only be put before or after a word.
  return [/^$/, /[\d$!|]+$/, /^[\d$!|]+|[\d$!|]+$/g].some((signs) =>
    saysSo(tokens.map((token) => token.replace(signs, '')).join(' ')),
  )
}

/** Without what is drawn over, under or through its letters. */
const bare = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '')

function saysSo(name: string): boolean {
  const plain = name.replace(/[01345$!|]/g, (sign) => LOOKS_LIKE[sign] ?? sign)
  const words = plain.match(/[\p{L}\p{M}]+/gu) ?? []
  if (OURS.test(bare(words.join('')))) return true
  // A word that is spelt out letter by letter is read as one.
  const spelt = words.length > 3 && words.every(({ length }) => length === 1) ? [words.join('')] : []
  const all = [...words, ...spelt]
  const roles = all.map(bare)
  if (roles.some((word, index) => ROLES.test(word) || ROLES_IN_TWO.test(word + (roles[index + 1] ?? '')))) return true
  if (ROLE_PHRASES.test(roles.join(' ')) || all.some((word) => MESSAGE_WORDS.test(word))) return true
  return all.filter((word) => SENTENCE_WORDS.test(word)).length > 2
}
