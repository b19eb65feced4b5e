import type { ThanksChip } from '../../../../src/modules/handover/constants.ts'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { call, path } from '../../../lib/api.ts'
import { refresh, useApi } from '../../../lib/use-api.ts'
import { refreshAfterPurchase } from '../../buying/api.ts'
import { showProblemPhotos } from '../../purchases/show-problem-photos.ts'

export const tradePath = (purchaseId: string) => path('/api/purchases/:id/trade', { params: { id: purchaseId } })

/** The card of a purchase by itself; lists and conversations come with theirs. */
export const useTrade = (purchaseId: string) => useApi(tradePath(purchaseId))

/** Reads the cards anew that are on screen. */
export const refreshCards = () =>
  refresh('/api/trades', '/api/purchases', '/api/sales', '/api/messages/conversations/:threadId')

/** The calls of the two sides of a trade. Each shows the card as it is afterwards, also where it was refused. */
export function tradeActions({ purchaseId, offer }: Trade) {
  const params = { id: purchaseId }
  const andRefresh = async (answer: Promise<Trade>) => {
    try {
      await answer
    } finally {
      await refreshCards()
    }
  }
  return {
    offer: (times: { start: string; end: string }[]) =>
      andRefresh(call('POST /api/purchases/:id/times', { params, body: { times, seen: offer?.id ?? null } })),
    take: (offerId: string, start: string) =>
      andRefresh(call('POST /api/purchases/:id/appointment', { params, body: { offerId, start } })),
    callOff: () => andRefresh(call('POST /api/purchases/:id/appointment/call-off', { params, body: {} })),
    say: (say: 'on_the_way' | 'late' | 'here') =>
      andRefresh(call('POST /api/purchases/:id/appointment/arrival', { params, body: { say } })),
    sayAbsent: (word: string) =>
      andRefresh(call('POST /api/purchases/:id/appointment/absent', { params, body: worded(word) })),
    answerAbsent: (word: string) =>
      andRefresh(call('POST /api/purchases/:id/appointment/absent/answer', { params, body: worded(word) })),
    answerProblem: async (answer: { words: string; refund: boolean }) => {
      await andRefresh(call('POST /api/purchases/:id/problem/answer', { params, body: answer }))
      await refreshAfterPurchase()
    },
    acceptDecision: async () => {
      await andRefresh(call('POST /api/purchases/:id/problem/accept', { params, body: {} }))
      await refreshAfterPurchase()
    },
    appealDecision: (words: string) =>
      andRefresh(call('POST /api/purchases/:id/problem/appeal', { params, body: { words } })),
    showPhotos: (files: File[]) => andRefresh(showProblemPhotos(purchaseId, files)),
    thank: (thanks: { chips: ThanksChip[]; words?: string }) =>
      andRefresh(call('POST /api/purchases/:id/thanks', { params, body: thanks })),
  }
}

const worded = (word: string) => (word === '' ? {} : { word })

/** The buyer confirms at the door. @throws as `call` */
export async function handOver(purchaseId: string, code: string, itemIds?: string[]): Promise<Trade> {
  const trade = await call('POST /api/purchases/:id/handover', {
    params: { id: purchaseId },
    body: { code, ...(itemIds && { itemIds }) },
  })
  await refreshAfterPurchase()
  return trade
}
