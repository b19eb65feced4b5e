import { words } from '../../../platform/language/words.ts'
import { findKinds, nearKindWords } from './recall-index.ts'
import { nearWords } from './near-words.ts'
import type { Spoken } from './phrases.ts'
import { readWords } from './read-words.ts'

interface BannedType {
  /** Countries where passing one on is forbidden; left out where nobody should anywhere. */
  countries?: string[]
  /** Its names: the words of one line in one sentence, plain, in the languages of the site. */
  named: string[]
  /** The kinds that it has to be one of besides. */
  kinds?: string[]
  /** Words with which it is another thing; the words of one line follow each other. */
  unless?: string[]
  /** The reason for which it can't be listed, and what to do with it. */
  reason: string
}

/**
 * Types that nobody may pass on, however well it is kept. The rules behind it, all of which hold for used things as well:
 *
 * - United States: 16 CFR 1219 and 1220 for cribs (drop sides, since 2011), the Safe Sleep for Babies Act (Public Law
 *   117-126: inclined sleepers, and all that covers the sides of a crib but a mesh liner without padding, since 2022), and
 *   16 CFR 1306 (lawn darts).
 * - Canada: the Cribs, Cradles and Bassinets Regulations (drop sides, since 2016), and schedule 2 of the Canada Consumer
 *   Product Safety Act (walkers, devices with which babies feed themselves, yo-yo balls, lawn darts).
 *
 * The European Union, the United Kingdom, Mexico and Brazil forbid none of these by their type: there a thing has to be
 * harmless, whatever it is, and single ones are recalled. A car seat past its date is forbidden by its maker everywhere.
 */
export const BANNED = {
  'drop-side-crib': {
    countries: ['US', 'CA'],
    kinds: ['crib', 'playard', 'bassinet'],
    named: [
      'drop side',
      'dropside',
      'drop rail',
      'drop gate',
      'dropping side',
      'absenkbare seitenwand',
      'absenkbarer seitenwand',
      'absenkbare gitterseite',
      'absenkbarer gitterseite',
      'absenkbarem seitengitter',
      'absenkbares seitengitter',
      'absenkbares gitter',
      'absenkbar gitter',
      'absenkbare seite',
      'absenkbarem gitter',
      'absenkbarer seite',
      'fallgitter',
      'cote abattant',
      'cote coulissant',
      'cote rabattable',
      'cote abaissable',
      'barriere coulissante',
      'barriere abaissable',
      'barriere rabattable',
      'barrera abatible',
      'lateral abatible',
      'barandilla abatible',
      'barandal abatible',
      'barandal movil',
      'lateral movil',
      'grade movel',
      'lateral movel',
      'grade deslizante',
      'grade retratil',
      'lateral deslizante',
      'جانب متحرك',
      'بجانب متحرك',
      'حاجز متحرك',
      'بحاجز متحرك',
      'جانب منزلق',
      'بجانب منزلق',
      'بحاجز منزلق',
    ],
    reason: words(
      'Cribs with a drop side may not be passed on: the side can come loose and trap a baby. Please take it apart, so that nobody uses it again, and bring it to the recycling centre.',
    ),
  },
  'crib-bumper': {
    countries: ['US'],
    unless: [
      'mesh',
      'netz',
      'maille',
      'malla',
      'berco tela',
      'tela respiravel',
      'شبكي',
      'bumper free',
      'free bumper',
      'sewing pattern',
      'bumper pattern',
      'schnittmuster',
      'patron',
      'molde',
      'باترون',
      'doll',
      'puppe',
      'poupee',
      'muneca',
      'boneca',
      'bumper toddler',
      'toddler bed bumper',
      'bed rail',
      'protector colchon',
      'protetor colchao',
      'واقي مرتبة',
    ],
    named: [
      'crib bumper',
      'cot bumper',
      'baby bed bumper',
      'padded bumper',
      'bumper pad',
      'slat cover',
      'nestchen',
      'bettnestchen',
      'bettumrandung',
      'bettschlange',
      'tour lit',
      'chichonera',
      'protector cuna',
      'protetor berco',
      'واقي سرير',
      'واقي مهد',
    ],
    reason: words(
      'Padded bumpers for cribs may not be passed on: babies have suffocated against them. Please cut it up and throw it away.',
    ),
  },
  'inclined-sleeper': {
    countries: ['US'],
    named: [
      'inclined sleeper',
      'incline sleeper',
      'inclined bassinet',
      'inclined napper',
      'napper inclined',
      'schragliege baby',
      'geneigte schlafwippe',
      'schlafwippe',
      'lit incline',
      'couffin incline',
      'cuna inclinada',
      'moises inclinado',
      'berco inclinado',
      'ninho inclinado',
      'سرير مائل',
    ],
    reason: words(
      'Inclined sleepers may not be passed on: babies have suffocated in them. Please take it apart, so that nobody uses it again, and ask its maker for a refund.',
    ),
  },
  'baby-walker': {
    countries: ['CA'],
    unless: [
      'push',
      'learning',
      'shoe',
      'schuhe',
      'chaussure',
      'zapato',
      'sapato',
      'حذاء',
      'pousseur',
      'idoso',
      'mayor',
      'كهربائية',
      'رياضية',
      'كبار',
      'خشب',
      'wagon',
      'wooden',
      'holz',
      'doll',
      'pousser',
      'chariot',
      'empuje',
      'madera',
      'empurrar',
      'madeira',
      'rollator',
      'adult',
      'adulte',
      'adulto',
      'senior',
      'aine',
    ],
    named: [
      'baby walker',
      'infant walker',
      'walker wheel baby',
      'lauflernhilfe',
      'gehfrei',
      'trotteur',
      'trotte bebe',
      'youpala',
      'marchette bebe',
      'marchette',
      'andador bebe',
      'andador',
      'andadera',
      'tacataca',
      'مشاية أطفال',
      'مشاية أطفال عجلات',
      'مشاية',
    ],
    reason: words(
      'Baby walkers may not be passed on in this country, not even as a gift. Please take off the wheels and the seat, so that nobody uses it again, and throw it away.',
    ),
  },
  'yo-yo-ball': {
    countries: ['CA'],
    named: [
      'yo yo ball',
      'yoyo ball',
      'jojo ball',
      'balle yo yo',
      'balle yoyo',
      'pelota yo yo',
      'pelota yoyo',
      'bola ioio',
      'كرة يويو',
    ],
    reason: words(
      'Balls on a stretchy cord, like a yo-yo, may not be passed on: the cord can wind around a child’s neck. Please cut the cord and throw it away.',
    ),
  },
  'lawn-darts': {
    countries: ['US', 'CA'],
    named: [
      'lawn dart',
      'lawn jart',
      'jart',
      'yard dart',
      'dardo jardin',
      'flechette jardin',
      'gartenpfeile',
      'gartendart',
      'dardo jardim',
      'سهام حديقة',
    ],
    unless: ['plastic', 'kunststoff', 'plastique', 'plastico', 'soft', 'foam', 'بلاستيك'],
    reason: words(
      'Lawn darts with points may not be passed on: they have killed children. Please break them up and throw them away.',
    ),
  },
  'self-feeding-bottle': {
    countries: ['CA'],
    named: [
      'self feeding device',
      'self feeding bottle',
      'bottle prop',
      'selbsttrinkflasche',
      'biberon autonome',
      'biberon manos libre',
      'mamadeira autonoma',
      'رضاعة ذاتية',
    ],
    reason: words(
      'Devices with which babies drink alone may not be passed on: a baby who can’t push it away can choke. Please throw it away.',
    ),
  },
  'expired-car-seat': {
    kinds: ['car seat'],
    named: [
      'expired',
      'past expiry',
      'past expiration',
      'abgelaufen',
      'perime',
      'perimee',
      'caducado',
      'caducada',
      'vencido',
      'vencida',
      'vencid',
      'منتهي',
      'منتهية',
    ],
    reason: words(
      'A car seat past its date may not be passed on: its plastic gets brittle, and may break when it is needed. Please cut its straps and bring it to the recycling centre.',
    ),
  },
} satisfies Record<string, BannedType>
export type BannedKind = keyof typeof BANNED

const NO = new Set(
  readWords(
    'no not never without isnt wasnt non kein keine keinen nicht nie ohne pas jamais sans sin nunca ni nao sem ليس ليست غير بدون لا لم',
  ),
)
/** They may stand between a 'no' and what it denies; with any other word it denies that one. */
const FILLERS = new Set(
  readWords(
    'have has had having any come comes include includes hat haben hatte enthalt a tiene trae tem vem فيه يوجد',
  ),
)

const LINES = (Object.entries(BANNED) as [BannedKind, BannedType][]).map(([type, { named, unless = [], ...rule }]) => ({
  type,
  ...rule,
  lines: named.map(readWords),
  unless: unless.map(readWords),
}))
/** Words that are one letter away from one of these and mean something else. */
const OTHERS = ['jumper', 'dumper', 'number', 'expire', 'expires', 'talker']
const near = nearWords(
  [...LINES.flatMap(({ lines, unless }) => [...lines.flat(), ...unless.flat()]), ...NO, ...OTHERS],
  6,
)
const DATED = new Set(
  readWords(
    'expire expiry expiration exp ablauf ablaufdatum gultig haltbar peremption validite caduca caducidad vence vencimiento validez validade vencimento صلاحية انتهاء',
  ),
)

/**
 * The type of thing that may not be passed on in that country, where one is named. What a sentence says it is not doesn't
 * count.
 * @param texts its title, then its description, sentence by sentence
 * @param where with the month that it is there, as `2026-11`
 */
export function bannedType(
  [title = '', ...sentences]: string[],
  { country, month }: { country: string; month: string },
): BannedKind | undefined {
  const parts = [title, ...sentences].map((text) => speak(text, near))
  const kinds = new Set(
    findKinds(parts.flatMap((part) => part.map(({ word }) => heard(word, nearKindWords)))).map(({ means }) => means),
  )
  const head = parts[0] ?? []
  return LINES.find(({ type, countries, kinds: needed, lines, unless }) => {
    if (countries && !countries.includes(country)) return false
    if (needed && !needed.some((kind) => kinds.has(kind))) return false
    return parts.some((part) => {
      // A sentence about something else makes this no other thing.
      if (unless.some((line) => follows(head, line) || follows(part, line))) return false
      return lines.some((line) => says(part, line)) || (type === 'expired-car-seat' && hasRunOut(part, month))
    })
  })?.type
}

/** A word, and which of the phrases between marks it stands in. */
interface Heard extends Spoken {
  phrase: number
}

const heard = (word: string, nearWord: (word: string) => string[]): Spoken => ({ word, near: nearWord(word) })
const speak = (text: string, nearWord: (word: string) => string[]): Heard[] =>
  text
    .split(/[.!?:;,،؛()\n]+|\s[-–—]\s/)
    .flatMap((words, phrase) => readWords(words).map((word) => ({ ...heard(word, nearWord), phrase })))

/** The words of a line may stand so far from each other, beside their own number. */
const APART = 2

/** All words of the line, close together, and not denied: wherever they are said. */
const says = (part: Heard[], line: string[]): boolean =>
  part.some(({ near: first }, at) => {
    if (!line.some((word) => first.includes(word)) || isDenied(part, at)) return false
    const close = part.slice(at, at + line.length + APART)
    return line.every((word) => close.some((spoken) => spoken.near.includes(word)))
  })

/** A 'no' right before it, in the same phrase. */
function isDenied(part: Heard[], at: number): boolean {
  const { phrase } = part[at] ?? {}
  const before = part.slice(0, at).findLast((spoken) => !FILLERS.has(spoken.word))
  return before !== undefined && before.phrase === phrase && NO.has(before.word)
}

/** The words of the line as they are written, one after the other, and not denied. */
const follows = (part: Heard[], line: string[]): boolean =>
  part.some((_, at) => !isDenied(part, at) && line.every((word, step) => part[at + step]?.word === word))

/** Between a word for the expiry and the end of its date. */
const DATE_WORDS = 4

/** A date of expiry that is over. It follows the word for it: what it was bought or made in may stand anywhere. */
const hasRunOut = (part: Heard[], month: string): boolean =>
  part.some(({ word, phrase }, at) => {
    if (!DATED.has(word)) return false
    const phrases = [phrase, part[at + 1]?.phrase]
    const said = part.slice(at + 1, at + 1 + DATE_WORDS).filter((spoken) => phrases.includes(spoken.phrase))
    const until = monthIn(said.map((spoken) => spoken.word))
    return until !== undefined && until < month
  })

/** As `2026-03`, of `2026`, `03/2026`, `2026-03` or `03/26`. A year alone lasts to its end. */
function monthIn(said: string[]): string | undefined {
  const isMonth = (word = '') => /^(0?[1-9]|1[0-2])$/.test(word)
  const at = said.findIndex((word) => /^(19|20)\d\d$/.test(word))
  if (at >= 0) return `${said[at]}-${([said[at - 1], said[at + 1]].find(isMonth) ?? '12').padStart(2, '0')}`
  const short = said.findIndex((word, index) => isMonth(word) && /^[1-4]\d$/.test(said[index + 1] ?? ''))
  return short >= 0 ? `20${said[short + 1]}-${said[short]?.padStart(2, '0')}` : undefined
}
