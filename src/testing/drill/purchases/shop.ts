import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PURCHASING_CODES, type Purchase } from '../../../modules/purchasing/contract.ts'
import type { PurchaseState } from '../../../modules/purchasing/states.ts'
import type { Answer, TestClient } from '../../market/client.ts'
import { confirmOrder, finishOrder, startOrder } from '../../market/orders.ts'
import type { CardWorld } from './card-world.ts'

/** The market's answer to somebody: it must hold for ever after. */
export type Word = { purchaseId: string } & Record<'said', Extract<PurchaseState, 'paid' | 'delivered' | 'refund_due'>>

export interface Shopping {
  random: () => number
  world: Pick<CardWorld, 'pay'>
  buyer: TestClient
  seller: TestClient
  /** The seller's listings. */
  itemIds: string[]
  /** Whether the buyer tells the market of the payment; 'never': the tab is closed. */
  call: 'always' | 'mostly' | 'never'
  words: Word[]
}

/** One order, each step repeated until somebody answers. @returns whether its things may be bought again */
export async function shop(trip: Shopping): Promise<boolean> {
  const { random, world, buyer, itemIds, call, words } = trip
  const purchaseId = randomUUID()
  // Hundredths each, of which the fee is none.
  const expectedTotal = (itemIds.length * 0.01).toFixed(2)
  const started = await insist(() => startOrder(buyer, itemIds, { purchaseId, expectedTotal }))
  if (isLimit(started)) {
    await sleep(500)
    return true
  }
  if (!expected(started, 201, 'RESERVATION_EXPIRED', 'LISTING_RESERVED')) return true
  const paymentId = started.body.clientSecret.split('_secret_')[0]!
  // Only where all ways are open does anybody change their mind.
  if (call === 'mostly' && random() < 0.15) {
    if (random() < 0.5) return false
    await insist(() => buyer.post(`/api/purchases/${purchaseId}/give-up`))
    return true
  }
  if (random() < 0.1) await world.pay(paymentId, 'pm_card_visa_chargeDeclined').catch(() => undefined)
  // A payment that has been cancelled meanwhile can not be made; no other may fail.
  const paid = await world.pay(paymentId, pick(random, CARDS)).then(
    () => true,
    (error: unknown) => {
      if (call === 'mostly' && /status of canceled/.test(String(error))) return false
      throw error
    },
  )
  if (!paid) return true
  if (call === 'never' || (call === 'mostly' && random() < 0.3)) return false
  if (expected(await insist(() => finishOrder({ buyer, purchaseId, paymentId })), 200))
    words.push({ purchaseId, said: 'paid' })
  return call === 'mostly' && (await end(trip, purchaseId))
}

const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_pendingRefund', 'pm_card_refundFail']

/** The buyer confirms, the seller cancels, both do at once, or nobody does anything yet. */
async function end({ random, buyer, seller, words }: Shopping, purchaseId: string): Promise<boolean> {
  const luck = random()
  const confirm = async () => {
    if (expected(await insist(() => confirmOrder({ buyer, purchaseId })), 200, 'NOT_AWAITING_DELIVERY'))
      words.push({ purchaseId, said: 'delivered' })
  }
  const cancel = async () => {
    const ask = () => seller.post<Purchase>(`/api/purchases/${purchaseId}/cancel`, { relist: true })
    if (!expected(await insist(ask), 200, 'NOT_AWAITING_DELIVERY')) return false
    words.push({ purchaseId, said: 'refund_due' })
    return true
  }
  if (luck < 0.4) await confirm()
  else if (luck < 0.65) return cancel()
  else if (luck < 0.8) return (await Promise.all([cancel(), confirm()]))[0]
  return false
}

/** Whether it is the wanted status; any other but one of these refusals breaks the drill. */
function expected(answer: Answer<unknown>, status: number, ...refusals: string[]): boolean {
  if (answer.status === status) return true
  const { code = '' } = answer.body as { code?: string }
  if (answer.status === 409 && refusals.includes(code)) return false
  throw new Error(`an answer was ${answer.status} ${JSON.stringify(answer.body)} instead of ${status}`)
}

/** The refusal of a buyer who has reserved enough for now; others may have the things. */
function isLimit({ body }: Answer<unknown>): boolean {
  const { code } = body as { code?: string }
  return code === PURCHASING_CODES.TOO_MANY_RESERVATIONS || code === PURCHASING_CODES.GIVEN_UP_TOO_OFTEN
}

/** Asks until an answer comes that is no excuse. */
async function insist<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    try {
      const answer = await ask()
      if (answer.status < 500 && (answer.status !== 429 || isLimit(answer))) return answer
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
    await sleep(200)
  }
}

const pick = <T>(random: () => number, all: T[]): T => all[Math.floor(random() * all.length)]!
