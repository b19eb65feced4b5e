interface State {
  /** The place of its price and fee in the ledger. */
  tokens: 'held' | 'released' | 'given back'
  /** The card's part. `unpaid` may still be paid, and goes back where that comes too late. */
  card: 'unpaid' | 'paid' | 'refunding' | 'refunded' | 'refused'
  meaning: string
}

/**
 * The states of one listing's line in a purchase. A purchase itself is `reserved`, `expired` or `paid`; from then on each
 * line goes its own way. Code, checks, the audit, the API's document and the site all take from here which states are alike.
 */
export const STATES = {
  reserved: { tokens: 'held', card: 'unpaid', meaning: 'The listing is kept for the buyer, who has not paid yet.' },
  expired: { tokens: 'given back', card: 'unpaid', meaning: 'It was not paid in time, or the buyer gave up.' },
  paid: { tokens: 'held', card: 'paid', meaning: 'The tokens wait in escrow until the delivery is confirmed.' },
  disputed: { tokens: 'held', card: 'paid', meaning: 'The buyer has reported a problem, which stops the clock.' },
  delivered: { tokens: 'released', card: 'paid', meaning: 'The seller has the tokens.' },
  refund_due: { tokens: 'given back', card: 'refunding', meaning: 'It came to nothing; the card is being refunded.' },
  refunded: { tokens: 'given back', card: 'refunded', meaning: 'It came to nothing, and the card was refunded.' },
  refund_failed: {
    tokens: 'given back',
    card: 'refused',
    meaning: 'It came to nothing, but the card provider refused the refund: an admin sees to it.',
  },
} as const satisfies Record<string, State>

export type PurchaseState = keyof typeof STATES

export const PURCHASE_STATES = Object.keys(STATES) as [PurchaseState, ...PurchaseState[]]

const statesWhere = (holds: (state: State) => boolean): readonly PurchaseState[] =>
  PURCHASE_STATES.filter((state) => holds(STATES[state]))

/** The listing belongs to the line; at most one of them for each listing. */
export const LIVE = statesWhere(({ tokens }) => tokens !== 'given back')
/** The tokens are in escrow. */
export const IN_ESCROW = statesWhere(({ tokens }) => tokens === 'held')
/** Paid, and neither delivered nor called off. */
export const AWAITING_DELIVERY = statesWhere(({ tokens, card }) => tokens === 'held' && card === 'paid')
/** Paid and not called off: the buyer may know where to pick it up. */
export const BOUGHT = statesWhere(({ card }) => card === 'paid')
/** Was paid and came to nothing. */
export const GIVEN_BACK = statesWhere(({ tokens, card }) => tokens === 'given back' && card !== 'unpaid')
/** Somebody still waits for a listing, tokens or money. */
export const UNSETTLED = statesWhere(({ tokens, card }) => tokens === 'held' || card === 'refunding')

/** The order in which states of lines speak for a purchase: first what most wants to be looked at. */
export const LEADING: readonly PurchaseState[] = [
  'reserved',
  'disputed',
  'paid',
  'refund_failed',
  'refund_due',
  'delivered',
  'refunded',
  'expired',
]

interface Transition {
  from: PurchaseState | null
  to: PurchaseState
  /** The side that does it; `clock` is nobody's deed but the time that has passed. */
  by: 'buyer' | 'seller' | 'admin' | 'clock' | 'card provider'
  /** The ledger's part: price and fee. */
  tokens: 'hold' | 'release' | 'void' | 'stay'
  card: 'open payment' | 'charge' | 'cancel payment' | 'refund' | 'note refund' | 'nothing'
}

/** All that can happen to a line of a purchase. The database refuses to write any other. */
export const TRANSITIONS = [
  { from: null, to: 'reserved', by: 'buyer', tokens: 'hold', card: 'open payment' },
  { from: 'reserved', to: 'paid', by: 'card provider', tokens: 'stay', card: 'charge' },
  { from: 'reserved', to: 'expired', by: 'buyer', tokens: 'void', card: 'cancel payment' },
  { from: 'reserved', to: 'expired', by: 'clock', tokens: 'void', card: 'cancel payment' },
  // A card that may not pay here is known only once it has paid.
  { from: 'reserved', to: 'expired', by: 'card provider', tokens: 'void', card: 'refund' },
  { from: 'paid', to: 'delivered', by: 'buyer', tokens: 'release', card: 'nothing' },
  { from: 'paid', to: 'delivered', by: 'clock', tokens: 'release', card: 'nothing' },
  { from: 'paid', to: 'disputed', by: 'buyer', tokens: 'stay', card: 'nothing' },
  { from: 'paid', to: 'refund_due', by: 'seller', tokens: 'void', card: 'refund' },
  { from: 'disputed', to: 'delivered', by: 'buyer', tokens: 'release', card: 'nothing' },
  { from: 'disputed', to: 'delivered', by: 'admin', tokens: 'release', card: 'nothing' },
  { from: 'disputed', to: 'refund_due', by: 'seller', tokens: 'void', card: 'refund' },
  { from: 'disputed', to: 'refund_due', by: 'admin', tokens: 'void', card: 'refund' },
  { from: 'disputed', to: 'refund_due', by: 'clock', tokens: 'void', card: 'refund' },
  { from: 'refund_due', to: 'refunded', by: 'card provider', tokens: 'stay', card: 'note refund' },
  { from: 'refund_due', to: 'refund_failed', by: 'card provider', tokens: 'stay', card: 'note refund' },
  { from: 'refunded', to: 'refund_failed', by: 'card provider', tokens: 'stay', card: 'note refund' },
] as const satisfies Transition[]

type Step = (typeof TRANSITIONS)[number]
export type Mover<To extends PurchaseState> = Extract<Step, { to: To }>['by']

/** The states from which `by` may lead a line to `to`. */
export const statesBefore = <To extends PurchaseState>(to: To, by: Mover<To>): readonly PurchaseState[] =>
  TRANSITIONS.flatMap((step) => (step.to === to && step.by === by && step.from !== null ? [step.from] : []))

/** As a list of an SQL `in`: `('paid', 'disputed')` */
export const inSql = (states: readonly PurchaseState[]): string => `(${states.map((state) => `'${state}'`).join(', ')})`
