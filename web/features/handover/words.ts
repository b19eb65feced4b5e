import type { Trade } from '../../../src/modules/handover/contract.ts'
import { liveOf } from '../../../src/modules/purchasing/constants.ts'
import { countTokens, plural } from '../../lib/format.ts'
import { addTokens } from '../../lib/token-cost.ts'
import { formatInterval } from './times.ts'

/** What a card says about what comes next. */
export interface Words {
  /** Whose turn it is, as in 'Your turn'; empty where it is nobody's. */
  turn: string
  title: string
  note?: string
}

/** The other side of the trade, by its first name. */
export const otherName = ({ side, buyer, seller }: Trade): string =>
  side === 'seller' ? (buyer.firstName ?? 'the buyer') : (seller.firstName ?? 'the seller')

/** Whether a courier brings it: then nobody meets at the door. */
export const isByCourier = ({ deliveryMethod }: Trade): boolean => deliveryMethod === 'doordash'

/** At the door both have something to do: one shows the code, the other takes it. */
export const isMyTurn = ({ next, side, stage }: Trade): boolean =>
  stage === 'at_the_door' || (stage !== 'handed_over' && (next.by === side || next.by === 'both'))

function turnOf(trade: Trade): string {
  if (trade.stage === 'handed_over') return ''
  switch (trade.next.by) {
    case 'nobody':
      return ''
    case 'both':
      return trade.next.step === 'meet' ? 'Time agreed' : 'Agree on a time'
    case 'admin':
      return 'An admin decides'
    default:
      return isMyTurn(trade) ? 'Your turn' : `Waiting for ${otherName(trade)}`
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
      return { title: 'Pay to make it yours', note: 'It is reserved for you meanwhile.' }
    case 'paid':
      return courier
        ? { title: 'When can the courier come?', note: `Agree on a time with ${seller}; then book the courier for it.` }
        : {
            title: `When could you pick ${itOrThem(trade)} up?`,
            note: `Choose up to five times; ${seller} confirms one.`,
          }
    case 'times_offered':
      return offered(trade)
    case 'agreed':
    case 'today':
      return courier
        ? { title: agreedTime(trade, now), note: courierNote(trade) }
        : (underWay(trade, now) ?? {
            title: agreedTime(trade, now),
            note: expected(trade, now, `${seller} is expecting you.`),
          })
    case 'at_the_door':
      return {
        title: arrival(trade) ?? 'Ask for the code',
        note: `Scan the code on ${seller}'s phone with your camera. You confirm on the next screen.`,
      }
    case 'handed_over':
      return {
        title: deliveredOf(trade).length > 1 ? 'They are yours' : 'It is yours',
        note: `${tokensGone(trade)} went to ${seller}.`,
      }
    case 'problem':
      return { title: decidedFor(trade) ?? 'You reported a problem' }
    case 'decided':
      return wasHandedOver(trade)
        ? { title: 'Decided: it was delivered', note: `${tokensGone(trade)} went to ${seller}.` }
        : { title: 'Decided in your favour', note: 'You get your tokens and your card payment back.' }
    case 'refunded':
      return { title: 'Called off', note: 'You get your tokens and your card payment back.' }
  }
}

function sellerWords(trade: Trade, now: number): Said {
  const buyer = otherName(trade)
  const courier = isByCourier(trade)
  switch (trade.stage) {
    case 'to_pay':
      return { title: `${buyer} is paying right now`, note: 'It is reserved for 15 minutes.' }
    case 'paid':
      return courier
        ? {
            title: 'When can the courier come?',
            note: `${buyer} books and pays the courier for the time you agree on.`,
          }
        : {
            title: `When could ${buyer} pick ${itOrThem(trade)} up?`,
            note: `Choose up to five times; ${buyer} confirms one.`,
          }
    case 'times_offered':
      return offered(trade)
    case 'agreed':
    case 'today':
      return courier
        ? { title: `Courier comes ${lowerFirst(agreedTime(trade, now))}`, note: `${buyer} books and pays them.` }
        : (underWay(trade, now) ?? {
            title: agreedTime(trade, now),
            note: expected(trade, now, `${buyer} is coming to you.`),
          })
    case 'at_the_door':
      return {
        title: arrival(trade) ?? 'Show your code',
        note: `${buyer} scans it with their phone, or types the digits.`,
      }
    case 'handed_over':
      return { title: 'Handed over', note: `You got ${tokensGone(trade)}.` }
    case 'problem':
      return { title: decidedFor(trade) ?? `${buyer} reported a problem` }
    case 'decided':
      return wasHandedOver(trade)
        ? { title: 'Decided in your favour', note: `You got ${tokensGone(trade)}.` }
        : { title: `Decided in ${buyer}'s favour`, note: 'Tokens and card payment go back. You can offer it again.' }
    case 'refunded':
      return { title: 'Called off', note: `${buyer} gets the tokens and the card payment back.` }
  }
}

/** Whom an admin has given all to, until it is carried out. */
function decidedFor(trade: Trade): string | undefined {
  const announced = trade.problem?.announced
  if (!announced) return undefined
  const whose = announced.against === trade.side ? `${otherName(trade)}'s` : 'your'
  return announced.appeal ? `Decided in ${whose} favour, and appealed` : `Decided in ${whose} favour`
}

function offered(trade: Trade): Said {
  const other = otherName(trade)
  const count = trade.offer?.times.length ?? 0
  return trade.offer?.by === trade.side
    ? { title: `You offered ${plural(count, 'time')}`, note: `${other} confirms one, or suggests others.` }
    : {
        title: `${other} can make it at ${count === 1 ? 'this time' : 'these times'}`,
        note: 'Tap the one that suits you.',
      }
}

function agreedTime({ appointment, timeZone }: Trade, now: number): string {
  return appointment ? formatInterval(appointment, timeZone, now) : 'Time agreed'
}

/** What the other side has said about being on the way. */
function arrival(trade: Trade): string | undefined {
  const by = trade.side === 'seller' ? 'buyer' : 'seller'
  if (trade.appointment?.here[by]) return `${otherName(trade)} is here`
  return trade.appointment?.onTheWay[by] ? `${otherName(trade)} is on the way` : undefined
}

function underWay(trade: Trade, now: number): Said | undefined {
  const title = arrival(trade)
  return title === undefined ? undefined : { title, note: `${agreedTime(trade, now)}.` }
}

/** Once it has begun, what to do about being late; once it is over, that it is. */
function expected({ appointment }: Trade, now: number, words: string): string {
  if (!appointment || now < Date.parse(appointment.start)) return words
  if (now < Date.parse(appointment.end)) return `${words} Running late? Send a message.`
  return 'That time has passed. If you have not met, agree on another one.'
}

const courierNote = ({ courierFee }: Trade): string =>
  `Book a courier for then. You book and pay them yourself${courierFee === null ? '' : `, about $${courierFee}`}.`

const itOrThem = ({ lines }: Trade): string => (liveOf(lines).length > 1 ? 'them' : 'it')
const deliveredOf = ({ lines }: Trade) => lines.filter(({ state }) => state === 'delivered')
const wasHandedOver = (trade: Trade): boolean => deliveredOf(trade).length > 0
const tokensGone = (trade: Trade): string =>
  countTokens(addTokens(...deliveredOf(trade).map(({ tokenPrice }) => tokenPrice)))

const lowerFirst = (text: string) => (/^To/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text)
