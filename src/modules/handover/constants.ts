import { MINUTE_MS } from '../../platform/durations.ts'

/** The most times that one side offers at once. */
export const MAX_TIMES = 5
/** So many open trades are looked through at once. */
export const MAX_OPEN = 200
/** An offered time lasts from so many to so many minutes. */
export const SHORTEST_MINUTES = 15
export const LONGEST_HOURS = 12
/** So far ahead a time may be. */
export const WEEKS_AHEAD = 4

export const CODE_DIGITS = 6
export const CODE_SECONDS = 30
/** Wrong codes in a row, and the pause after them. */
export const WRONG_CODES = 5
export const PAUSE_MINUTES = 5

/** A code that was taken without reception is checked as of then, for so long. */
export const KEPT_CODE_HOURS = 48

/** From so long before an appointment until so long after it, its sides may say that they are on the way, late, or there. */
export const ARRIVAL_HOURS = 2
/** A side that says it is late comes about so much later. */
export const LATE_MINUTES = 10
/** After the beginning of an appointment one may say that the other did not come. */
export const ABSENT_AFTER_MINUTES = 30
/** So long the other may answer. */
export const ANSWER_HOURS = 24

export const THANKS_CHIPS = ['friendly', 'on_time', 'as_described', 'quick_replies', 'flexible'] as const
export type ThanksChip = (typeof THANKS_CHIPS)[number]
export const THANKS_LENGTH = 300
/** A thank-you is shown after that, or once both have written. */
export const THANKS_HIDDEN_DAYS = 7
/** After a handover one may thank. */
export const THANKS_DAYS = 60
/** Below that many trades a neighbour is new here. */
export const TRADES_OF_A_NEIGHBOUR = 3

export const PROBLEM_REASONS = ['not_as_described', 'broken', 'missing', 'did_not_come', 'other'] as const
export type ProblemReason = (typeof PROBLEM_REASONS)[number]
/** So long the seller may answer a problem; then everything goes back to the buyer, or an admin decides: where they have shown the code. */
export const PROBLEM_ANSWER_HOURS = 48
/** After the report, so many days before which it would be decided by itself, the admins are reminded. */
export const ALARM_DAYS = 5
/** So long an admin may undo what they have decided: both sides are told after it, and a final decision is carried out then. */
export const UNDO_MS = MINUTE_MS
/** So long who has lost may appeal; then the decision is carried out. */
export const APPEAL_HOURS = 48
/** So long an admin may decide about an appeal; then the first decision is carried out. */
export const APPEAL_DAYS = 3
/** Each side may show so many about one purchase; they are erased after so many days. */
export const MAX_PROBLEM_PHOTOS = 3
export const PROBLEM_PHOTO_DAYS = 90

/** The place where a buyer books a courier; the market doesn't. */
export const COURIER_LINK = 'https://www.doordash.com'

/** The part of a card that says whose turn it is. */
interface Turn {
  side: 'buyer' | 'seller' | 'admin'
  stage: string
  next: { by: string; step: string }
}

/** At the door both have something to do: one shows the code, the other takes it. */
export const isMyTurn = ({ next, side, stage }: Turn): boolean =>
  stage === 'at_the_door' || (stage !== 'handed_over' && (next.by === side || next.by === 'both'))

/** An appointment on another day doesn't wait for anybody. */
export const waitsForMe = (turn: Turn): boolean =>
  isMyTurn(turn) && !(turn.stage === 'agreed' && turn.next.step === 'meet')
