import type { Trade } from '../../modules/handover/contract.ts'
import type { Notice } from '../../modules/notifications/contract.ts'
import type { Answer, TestClient } from './client.ts'
import type { TestMarket } from './market.ts'
import { paidOrder, type OpenOrder } from './orders.ts'

export type Card = Trade & { code?: string; message?: string }

export const cardOf = async (member: TestClient, { purchaseId }: Pick<OpenOrder, 'purchaseId'>): Promise<Card> =>
  (await member.get<Card>(`/api/purchases/${purchaseId}/trade`)).body

/** An hour that begins so many minutes from now, on a whole minute. */
export function hourIn(market: TestMarket, minutes: number): { start: string; end: string } {
  const start = Math.ceil(market.clock.now().getTime() / 60_000 + minutes) * 60_000
  return { start: new Date(start).toISOString(), end: new Date(start + 3_600_000).toISOString() }
}

export const offer = (
  by: TestClient,
  { purchaseId }: Pick<OpenOrder, 'purchaseId'>,
  times: { start: string; end: string }[],
  seen: string | null = null,
): Promise<Answer<Card>> => by.post<Card>(`/api/purchases/${purchaseId}/times`, { times, seen })

export const take = (
  by: TestClient,
  { purchaseId }: Pick<OpenOrder, 'purchaseId'>,
  offerId: string,
  start: string,
): Promise<Answer<Card>> => by.post<Card>(`/api/purchases/${purchaseId}/appointment`, { offerId, start })

export const callOff = (by: TestClient, { purchaseId }: Pick<OpenOrder, 'purchaseId'>): Promise<Answer<Card>> =>
  by.post<Card>(`/api/purchases/${purchaseId}/appointment/call-off`, {})

export const say = (
  by: TestClient,
  { purchaseId }: Pick<OpenOrder, 'purchaseId'>,
  what: 'on_the_way' | 'late' | 'here',
): Promise<Answer<Card>> => by.post<Card>(`/api/purchases/${purchaseId}/appointment/arrival`, { say: what })

/** A paid order whose buyer has taken a time that begins so many minutes from now. */
export async function agreedTrade(
  market: TestMarket,
  { minutes = 24 * 60, ...order }: { minutes?: number } & Parameters<typeof paidOrder>[1] = {},
): Promise<OpenOrder & { start: string; end: string; appointmentId: string }> {
  const paid = await paidOrder(market, { lines: 1, ...order })
  const time = hourIn(market, minutes)
  const offered = await offer(paid.seller, paid, [time])
  const appointmentId = offered.body.offer?.id ?? ''
  const { status, body } = await take(paid.buyer, paid, appointmentId, time.start)
  if (status !== 200) throw new Error(`agreeing failed: ${status} ${JSON.stringify(body)}`)
  return { ...paid, ...time, appointmentId }
}

/** The member's notices, the latest last: kind and title. */
export async function toldTo(member: TestClient): Promise<string[]> {
  const { body } = await member.get<Notice[]>('/api/notifications')
  return body.map(({ kind, title }) => `${kind}: ${title}`).toReversed()
}

export const sayAbsent = (
  by: TestClient,
  { purchaseId }: Pick<OpenOrder, 'purchaseId'>,
  word?: string,
): Promise<Answer<Card>> =>
  by.post<Card>(`/api/purchases/${purchaseId}/appointment/absent`, word === undefined ? {} : { word })

export const thank = (
  by: TestClient,
  { purchaseId }: Pick<OpenOrder, 'purchaseId'>,
  words: string,
): Promise<Answer<Card>> => by.post<Card>(`/api/purchases/${purchaseId}/thanks`, { chips: ['friendly'], words })
