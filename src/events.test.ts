import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { QUEUES } from './events.ts'

const [purchaseId, listingId, sellerId, buyerId] = Array.from({ length: 4 }, () => randomUUID())
const at = '2026-11-22T06:00:00.000Z'

test('a reward that was put into the queue before there were orders is about one listing', () => {
  const { payload } = QUEUES['wallet.reward-sale']
  const old = { purchaseId, listingId, sellerId, buyerId, earnsNothing: false, at }
  const parties = { purchaseId, sellerId, buyerId, at }
  const earning = [{ reference: `purchase:${purchaseId}`, listingId }]
  expect(payload.parse(old)).toEqual({ ...parties, earning })
  expect(payload.parse({ ...old, earnsNothing: true })).toEqual({ ...parties, earning: [] })
  expect(payload.parse({ ...parties, earning })).toEqual({ ...parties, earning })
})

test('so is an arrangement', () => {
  const old = { purchaseId, listingId, sellerId, buyerId, deliveryMethod: 'message' }
  expect(QUEUES['messaging.announce-purchase'].payload.parse(old)).toEqual({ ...old, otherListingIds: [] })
})
