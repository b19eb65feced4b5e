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
  // The browser remembers how somebody likes the site, and how often they came, for the offer to install.
  { where: 'localStorage', name: 'theme', ends: 'never' },
  { where: 'localStorage', name: 'introduction', ends: 'never' },
  { where: 'localStorage', name: 'desk-keys', ends: 'never' },
  { where: 'localStorage', name: 'push-declined', ends: 'never' },
  { where: 'localStorage', name: 'visits', ends: 'never' },
  { where: 'sessionStorage', name: 'visit-counted', ends: 'never' },
  { where: 'sessionStorage', name: 'reloaded-at', ends: 'never' },
  // These say whose device it is, and what they were about to do.
  { where: 'localStorage', name: 'member', ends: 'signing out' },
  { where: 'localStorage', name: 'draft:post', ends: 'signing out' },
  { where: 'localStorage', name: 'draft:batch', ends: 'signing out' },
  { where: 'localStorage', name: 'pickup', ends: 'signing out' },
  { where: 'localStorage', name: 'place', ends: 'signing out' },
  { where: 'localStorage', name: 'kept-outgrown', ends: 'signing out' },
  { where: 'sessionStorage', name: 'left-payment', ends: 'signing out' },
  { where: 'sessionStorage', name: 'draft:conversation', ends: 'signing out' },
  { where: 'IndexedDB', name: 'outbox', ends: 'signing out' },
  { where: 'IndexedDB', name: 'photos', ends: 'signing out' },
  // Answers are kept for reading without reception; the site itself is the same for everybody.
  { where: 'caches', name: 'kept-', ends: 'signing out' },
  { where: 'caches', name: 'site-', ends: 'never' },
  { where: 'cookie', name: 'language', ends: 'never' },
  { where: 'cookie', name: 'outgrown.session', ends: 'signing out' },
  // A browser is known again by a number.
  { where: 'cookie', name: 'outgrown.browser', ends: 'never' },
  { where: 'cookie', name: 'outgrown.referral', ends: 'never' },
  // Each is a way in. Pushes are part of their session.
  { where: 'market', name: 'sessions', ends: 'signing out everywhere' },
  { where: 'market', name: 'passkey', ends: 'signing out everywhere' },
  { where: 'market', name: 'device', ends: 'signing out everywhere' },
  { where: 'market', name: 'sign_in_code', ends: 'signing out everywhere' },
  { where: 'market', name: 'calendar_feed', ends: 'signing out everywhere' },
  // The account at a sign-in provider lets in only who can sign in there, and may be the one way in.
  { where: 'market', name: 'member', ends: 'never' },
]
