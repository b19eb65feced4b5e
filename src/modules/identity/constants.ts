export const AGE_RANGES = [
  'newborn',
  '0-3mo',
  '3-6mo',
  '6-12mo',
  '12-18mo',
  '18-24mo',
  '2T-3T',
  '4T-5T',
  '6-7y',
  '8-9y',
  '10-11y',
  '12-14y',
] as const
type Size = (typeof AGE_RANGES)[number]

/**
 * The age in months from which each size of `AGE_RANGES` is worn, and from which none of them. The names say it, but for two:
 * `newborn` and `0-3mo` begin together, so the first month is the newborn's; 2T-3T are the years two and three.
 */
const WORN_FROM = [0, 1, 3, 6, 12, 18, 24, 48, 72, 96, 120, 144, 180]

/**
 * Months by which one looks for a size ahead. The sizes of the first two years are six months long at most, so there
 * always is a next one; a child of two needs nothing of 4T-5T before it is three and a half.
 */
const MONTHS_AHEAD = 6

/** Things of a size are outgrown for good once two larger ones have begun: children differ by about one. */
const SIZES_BEHIND = 2

/** Months of age, of which the first begins with the month of birth. @param born `2025-03` */
export const monthsOld = (born: string, now: Date): number =>
  (now.getUTCFullYear() - Number(born.slice(0, 4))) * 12 + now.getUTCMonth() + 1 - Number(born.slice(5))

/** The place in `AGE_RANGES` of the size that a child wears; their number once it wears none of them any more. */
const worn = (born: string, now: Date) => WORN_FROM.findLastIndex((from) => from <= monthsOld(born, now))

export const wornSize = (born: string, now: Date): Size | undefined => AGE_RANGES[worn(born, now)]

/** The size a child wears next; undefined where that is long off, or none of these. */
export function nextSize(born: string, now: Date): Size | undefined {
  const next = worn(born, now) + 1
  return (WORN_FROM[next] ?? Infinity) - monthsOld(born, now) <= MONTHS_AHEAD ? AGE_RANGES[next] : undefined
}

/** The sizes that the youngest child has left behind: what an older one has outgrown is kept for it. */
export function outgrownSizes(childrenBorn: string[], now: Date): readonly Size[] {
  const youngest = youngestOf(childrenBorn)
  return youngest === undefined ? [] : AGE_RANGES.slice(0, Math.max(0, worn(youngest, now) - SIZES_BEHIND + 1))
}

/** Months sort as text. */
export const youngestOf = (childrenBorn: string[]): string | undefined => childrenBorn.toSorted().at(-1)

interface LeftBehind {
  what: string
  where: 'localStorage' | 'sessionStorage' | 'IndexedDB' | 'caches' | 'cookie' | 'market'
  /** Its key, its store, what its caches begin with, or its table. */
  name: string
  ends: 'signing out' | 'signing out everywhere' | 'never'
}

/**
 * THE list of what a member leaves on a device, and of the ways in that the market keeps for them: when each ends. Keys
 * that aren't named here end with signing out.
 */
export const LEFT_BEHIND: readonly LeftBehind[] = [
  { what: 'light or dark', where: 'localStorage', name: 'theme', ends: 'never' },
  { what: 'whether the introduction is open', where: 'localStorage', name: 'introduction', ends: 'never' },
  { what: 'whether letters press buttons on the desk', where: 'localStorage', name: 'desk-keys', ends: 'never' },
  { what: 'that notifications were declined', where: 'localStorage', name: 'push-declined', ends: 'never' },
  { what: 'how often somebody came, for the offer to install', where: 'localStorage', name: 'visits', ends: 'never' },
  { what: 'that this visit is counted', where: 'sessionStorage', name: 'visit-counted', ends: 'never' },
  { what: 'whose device it is', where: 'localStorage', name: 'member', ends: 'signing out' },
  { what: 'a listing that is being written', where: 'localStorage', name: 'draft:post', ends: 'signing out' },
  { what: 'a batch that is being put together', where: 'localStorage', name: 'draft:batch', ends: 'signing out' },
  { what: 'what is gathered for a pickup', where: 'localStorage', name: 'pickup', ends: 'signing out' },
  { what: 'where somebody looked from', where: 'localStorage', name: 'place', ends: 'signing out' },
  { what: 'what is kept though outgrown', where: 'localStorage', name: 'kept-outgrown', ends: 'signing out' },
  { what: 'when the page was loaded anew', where: 'sessionStorage', name: 'reloaded-at', ends: 'never' },
  { what: 'a payment that was left', where: 'sessionStorage', name: 'left-payment', ends: 'signing out' },
  { what: 'a message that is being written', where: 'sessionStorage', name: 'draft:conversation', ends: 'signing out' },
  { what: 'what waits for the connection', where: 'IndexedDB', name: 'outbox', ends: 'signing out' },
  { what: 'photos that wait for a form', where: 'IndexedDB', name: 'photos', ends: 'signing out' },
  { what: 'answers, to be read without reception', where: 'caches', name: 'kept-', ends: 'signing out' },
  { what: 'the site itself, the same for everybody', where: 'caches', name: 'site-', ends: 'never' },
  { what: 'the language', where: 'cookie', name: 'language', ends: 'never' },
  { what: 'the session', where: 'cookie', name: 'outgrown.session', ends: 'signing out' },
  { what: 'a number by which a browser is known again', where: 'cookie', name: 'outgrown.browser', ends: 'never' },
  { what: 'who invited a visitor', where: 'cookie', name: 'outgrown.referral', ends: 'never' },
  { what: 'sessions, and the pushes of each', where: 'market', name: 'sessions', ends: 'signing out everywhere' },
  { what: 'passkeys', where: 'market', name: 'passkey', ends: 'signing out everywhere' },
  { what: 'which browsers are known', where: 'market', name: 'device', ends: 'signing out everywhere' },
  { what: 'codes, used ones too', where: 'market', name: 'sign_in_code', ends: 'signing out everywhere' },
  { what: 'the address of the calendar', where: 'market', name: 'calendar_feed', ends: 'signing out everywhere' },
  // It lets in only who can sign in there, and may be the one way in.
  { what: 'the account at a sign-in provider', where: 'market', name: 'member', ends: 'never' },
]
