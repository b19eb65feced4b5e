import type { ThanksChip } from '../../../src/modules/handover/constants.ts'
import type { Trade } from '../../../src/modules/handover/contract.ts'
import { call, path } from '../../lib/api.ts'
import { refresh, setAnswer, useApi } from '../../lib/use-api.ts'
import { shrinkPhoto } from '../photos/shrink-photo.ts'
import { uploadFiles } from '../photos/upload-files.ts'
import { refreshAfterPurchase } from '../purchasing/api.ts'

/** Days begin and hours pass: a card that nobody touches is read anew. */
const EVERY_MS = 60_000

export const tradePath = (purchaseId: string) => path('/api/purchases/:id/trade', { params: { id: purchaseId } })

const ENDED: readonly Trade['stage'][] = ['handed_over', 'decided', 'refunded']

/** The card of a purchase. */
export const useTrade = (purchaseId: string) =>
  useApi(tradePath(purchaseId), {
    refreshInterval: (trade) => (trade && ENDED.includes(trade.stage) ? 0 : EVERY_MS),
  })

/** The id of the latest purchase of a listing between the member and that neighbour; null where there is none. */
export function useTradeAbout(listingId: string | null, otherId: string | undefined): string | null | undefined {
  const about =
    listingId === null || otherId === undefined
      ? null
      : path('/api/items/:id/trade', { params: { id: listingId }, query: { with: otherId } })
  const { data, error } = useApi(about, { shouldRetryOnError: false })
  return about === null || error !== undefined ? null : data?.purchaseId
}

const known = (trade: Trade) => setAnswer(tradePath(trade.purchaseId), trade)

/** What the two sides of a trade do. Each shows the card as it is afterwards, also where it was refused. */
export function tradeActions({ purchaseId, offer }: Trade) {
  const params = { id: purchaseId }
  const orRefresh = async (answer: Promise<Trade>) => {
    try {
      await known(await answer)
    } catch (error) {
      await refresh(tradePath(purchaseId))
      throw error
    }
  }
  return {
    offer: (times: { start: string; end: string }[]) =>
      orRefresh(call('POST /api/purchases/:id/times', { params, body: { times, seen: offer?.id ?? null } })),
    take: (offerId: string, start: string) =>
      orRefresh(call('POST /api/purchases/:id/appointment', { params, body: { offerId, start } })),
    callOff: (reason: string) =>
      orRefresh(call('POST /api/purchases/:id/appointment/call-off', { params, body: { reason } })),
    say: (say: 'on_the_way' | 'here') =>
      orRefresh(call('POST /api/purchases/:id/appointment/arrival', { params, body: { say } })),
    sayAbsent: (word: string) =>
      orRefresh(call('POST /api/purchases/:id/appointment/absent', { params, body: worded(word) })),
    answerAbsent: (word: string) =>
      orRefresh(call('POST /api/purchases/:id/appointment/absent/answer', { params, body: worded(word) })),
    answerProblem: async (answer: { words: string; refund: boolean }) => {
      await orRefresh(call('POST /api/purchases/:id/problem/answer', { params, body: answer }))
      await refreshAfterPurchase()
    },
    acceptDecision: async () => {
      await orRefresh(call('POST /api/purchases/:id/problem/accept', { params, body: {} }))
      await refreshAfterPurchase()
    },
    appealDecision: (words: string) =>
      orRefresh(call('POST /api/purchases/:id/problem/appeal', { params, body: { words } })),
    showPhotos: async (files: File[]) => {
      const photos = await Promise.all(
        files.map(async (file) => {
          const smaller = await shrinkPhoto(file)
          return new File([smaller], file.name, { type: smaller.type })
        }),
      )
      const route = 'POST /api/purchases/:id/problem/photos'
      await orRefresh(uploadFiles(route, { photos }, undefined, undefined, params))
    },
    thank: (thanks: { chips: ThanksChip[]; words?: string }) =>
      orRefresh(call('POST /api/purchases/:id/thanks', { params, body: thanks })),
  }
}

const worded = (word: string) => (word === '' ? {} : { word })

/** The buyer confirms at the door. @throws as `call` */
export async function handOver(purchaseId: string, code: string, itemIds?: string[]): Promise<Trade> {
  const trade = await call('POST /api/purchases/:id/handover', {
    params: { id: purchaseId },
    body: { code, ...(itemIds && { itemIds }) },
  })
  await known(trade)
  await refreshAfterPurchase()
  return trade
}
