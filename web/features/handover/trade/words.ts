import { HOUR_MS } from '../../../../src/platform/durations.ts'
import { ARRIVAL_HOURS, isMyTurn, LATE_MINUTES } from '../../../../src/modules/handover/constants.ts'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { liveOf } from '../../../../src/modules/purchasing/constants.ts'
import { countTokens } from '../../../lib/format.ts'
import { formatMoney } from '../../../lib/look.ts'
import { t } from '../../../lib/t.ts'
import { addTokens } from '../../../lib/token-cost.ts'
import { formatInterval } from '../../times/times.ts'

/** The card's words about the next step. */
export interface Words {
  /** The words for whose turn it is, as in 'Your turn'; empty where it is nobody's. */
  turn: string
  title: string
  note?: string
}

/** One side of the trade, by its first name. */
export const sideName = ({ buyer, seller }: Trade, side: 'buyer' | 'seller'): string =>
  side === 'buyer' ? (buyer.firstName ?? t('the buyer')) : (seller.firstName ?? t('the seller'))

/** The other side of the trade, by its first name; for an admin the seller. */
export const otherName = (trade: Trade): string => sideName(trade, trade.side === 'seller' ? 'buyer' : 'seller')

/** Whether a courier brings it: then nobody meets at the door. */
export const isByCourier = ({ deliveryMethod }: Trade): boolean => deliveryMethod === 'doordash'

function turnOf(trade: Trade): string {
  if (trade.stage === 'handed_over') return ''
  switch (trade.next.by) {
    case 'nobody':
      return ''
    case 'both':
      return trade.next.step === 'meet' ? t('Time agreed') : t('Agree on a time')
    case 'admin':
      return t('An admin decides')
    default:
      return isMyTurn(trade) ? t('Your turn') : t('Waiting for {name}', { name: otherName(trade) })
  }
}

/** Where a trade stands, in a sentence for whoever looks at it, and what they do about it. */
export function wordsFor(trade: Trade, now: number): Words {
  return { turn: turnOf(trade), ...(trade.side === 'seller' ? sellerWords(trade, now) : buyerWords(trade, now)) }
}

type Said = Omit<Words, 'turn'>

function buyerWords(trade: Trade, now: number): Said {
  const seller = otherName(trade)
  const courier = isByCourier(trade)
  switch (trade.stage) {
    case 'to_pay':
      return { title: t('Pay to make it yours'), note: t('It is reserved for you meanwhile.') }
    case 'paid':
      return courier
        ? {
            title: t('When can the courier come?'),
            note: t('Agree on a time with {seller}; then book the courier for it.', { seller }),
          }
        : {
            title: t('When could you pick {count, plural, one {it up} other {them up}}?', { count: openOf(trade) }),
            note: t('Choose up to five times; {seller} confirms one.', { seller }),
          }
    case 'times_offered':
      return offered(trade)
    case 'agreed':
    case 'today':
      if (courier) return passed(trade, now) ?? { title: agreedTime(trade, now), note: courierNote(trade) }
      return (
        underWay(trade, now) ??
        passed(trade, now) ?? {
          title: agreedTime(trade, now),
          note: expected(trade, now, t('{seller} is expecting you.', { seller })),
        }
      )
    case 'at_the_door':
      return {
        title: arrival(trade) ?? t('Ask for the code'),
        note: t("Scan the code on {seller}'s phone with your camera. You confirm on the next screen.", { seller }),
      }
    case 'handed_over':
      return {
        title: deliveredOf(trade).length > 1 ? t('They are yours') : t('It is yours'),
        note: t('{tokens} went to {seller}.', { tokens: tokensGone(trade), seller }),
      }
    case 'problem':
      return { title: decidedFor(trade) ?? t('You reported a problem') }
    case 'decided':
      return wasHandedOver(trade)
        ? {
            title: t('Decided: it was delivered'),
            note: t('{tokens} went to {seller}.', { tokens: tokensGone(trade), seller }),
          }
        : { title: t('Decided in your favour'), note: t('You get your tokens and your card payment back.') }
    case 'refunded':
      return { title: t('Called off'), note: t('You get your tokens and your card payment back.') }
  }
}

function sellerWords(trade: Trade, now: number): Said {
  const buyer = otherName(trade)
  const courier = isByCourier(trade)
  switch (trade.stage) {
    case 'to_pay':
      return { title: t('{buyer} is paying right now', { buyer }), note: t('It is reserved for 15 minutes.') }
    case 'paid':
      return courier
        ? {
            title: t('When can the courier come?'),
            note: t('{buyer} books and pays the courier for the time you agree on.', { buyer }),
          }
        : {
            title: t('When could {buyer} pick {count, plural, one {it up} other {them up}}?', {
              buyer,
              count: openOf(trade),
            }),
            note: t('Choose up to five times; {buyer} confirms one.', { buyer }),
          }
    case 'times_offered':
      return offered(trade)
    case 'agreed':
    case 'today':
      if (courier)
        return (
          passed(trade, now) ?? {
            title: t('Courier comes {time}', { time: agreedTime(trade, now, true) }),
            note: t('{buyer} books and pays them.', { buyer }),
          }
        )
      return (
        underWay(trade, now) ??
        passed(trade, now) ?? {
          title: agreedTime(trade, now),
          note: expected(trade, now, t('{buyer} is coming to you.', { buyer })),
        }
      )
    case 'at_the_door':
      return {
        title: arrival(trade) ?? t('Show your code'),
        note: t('{buyer} scans it with their phone, or types the digits.', { buyer }),
      }
    case 'handed_over':
      return { title: t('Handed over'), note: t('You got {tokens}.', { tokens: tokensGone(trade) }) }
    case 'problem':
      return { title: decidedFor(trade) ?? t('{buyer} reported a problem', { buyer }) }
    case 'decided':
      return wasHandedOver(trade)
        ? { title: t('Decided in your favour'), note: t('You got {tokens}.', { tokens: tokensGone(trade) }) }
        : {
            title: t("Decided in {name}'s favour", { name: buyer }),
            note: t('Tokens and card payment go back. You can offer it again.'),
          }
    case 'refunded':
      return { title: t('Called off'), note: t('{buyer} gets the tokens and the card payment back.', { buyer }) }
  }
}

/** The side to whom an admin has given all, until it is carried out. */
function decidedFor(trade: Trade): string | undefined {
  const announced = trade.problem?.announced
  if (!announced) return undefined
  if (announced.against === trade.side) {
    const name = otherName(trade)
    return announced.appeal
      ? t("Decided in {name}'s favour, and appealed", { name })
      : t("Decided in {name}'s favour", { name })
  }
  return announced.appeal ? t('Decided in your favour, and appealed') : t('Decided in your favour')
}

function offered(trade: Trade): Said {
  const other = otherName(trade)
  const count = trade.offer?.times.length ?? 0
  return trade.offer?.by === trade.side
    ? {
        title: t('You offered {count, plural, one {# time} other {# times}}', { count }),
        note: t('{other} confirms one, or suggests others.', { other }),
      }
    : {
        title: t('{other} can make it at {count, plural, one {this time} other {these times}}', { other, count }),
        note: t('Tap the one that suits you.'),
      }
}

/** @param within whether it stands within a sentence */
function agreedTime({ appointment, timeZone }: Trade, now: number, within = false): string {
  return appointment ? formatInterval(appointment, timeZone, now, within) : t('Time agreed')
}

/** The other side's words about their coming. */
function arrival(trade: Trade): string | undefined {
  const by = trade.side === 'seller' ? 'buyer' : 'seller'
  if (trade.appointment?.here[by]) return t('{name} is here', { name: otherName(trade) })
  if (trade.appointment?.late[by])
    return t('{name} will be about {minutes} minutes late', { name: otherName(trade), minutes: LATE_MINUTES })
  return trade.appointment?.onTheWay[by] ? t('{name} is on the way', { name: otherName(trade) }) : undefined
}

function underWay(trade: Trade, now: number): Said | undefined {
  const title = arrival(trade)
  if (title === undefined || (trade.appointment && isLongOver(trade.appointment, now))) return undefined
  return { title, note: `${agreedTime(trade, now)}.` }
}

/** The rule of the server: so long after an appointment nobody is on the way any more. */
export const isLongOver = ({ end }: { end: string }, now: number): boolean =>
  now > Date.parse(end) + ARRIVAL_HOURS * HOUR_MS

/** Once it is over and they have not met. */
export function passed(trade: Trade, now: number): Said | undefined {
  if (!trade.appointment || now < Date.parse(trade.appointment.end)) return undefined
  return {
    title: agreedTime(trade, now),
    note: isByCourier(trade)
      ? t('That time has passed. If it was not picked up, agree on another one.')
      : t('That time has passed. If you have not met, agree on another one.'),
  }
}

/** Once it has begun, what to do about being late. */
const expected = ({ appointment }: Trade, now: number, words: string): string =>
  appointment && now >= Date.parse(appointment.start) ? `${words} ${t('Running late? Say so in one tap.')}` : words

const courierNote = ({ courierFee }: Trade): string =>
  courierFee === null
    ? t('Book a courier for then. You book and pay them yourself.')
    : t('Book a courier for then. You book and pay them yourself, about {dollars}.', {
        dollars: formatMoney(courierFee),
      })

const openOf = ({ lines }: Trade): number => Math.max(1, liveOf(lines).length)
const deliveredOf = ({ lines }: Trade) => lines.filter(({ state }) => state === 'delivered')
const wasHandedOver = (trade: Trade): boolean => deliveredOf(trade).length > 0
const tokensGone = (trade: Trade): string =>
  countTokens(addTokens(...deliveredOf(trade).map(({ tokenPrice }) => tokenPrice)))
