import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
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

test('and a note whose words were in the job', () => {
  const { payload } = QUEUES['messaging.write-note']
  const old = { listingId, senderId: sellerId, recipientId: buyerId, body: 'Cancelled.' }
  const news = 'cancelled by the seller'
  expect(payload.parse({ ...old, reason: `purchase:${purchaseId}:2:cancelled-by-the-seller` })).toEqual({
    purchaseId,
    numbers: [2],
    news,
  })
  const reminded = { ...old, reason: `purchase:${purchaseId}:reminder-3` }
  expect(payload.parse(reminded)).toEqual({ purchaseId, numbers: [1], news: 'reminder 3' })
})

interface Schema {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  items?: Schema
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}

/** Where a payload may hold whatever somebody has written. */
function freeText(schema: Schema, path: string): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap((one) => freeText(one, path))
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => freeText(one, `${path}.${name}`))
  const bound = schema.format ?? schema.pattern ?? schema.enum ?? schema.const
  return [...parts, ...fields, ...(schema.type === 'string' && bound === undefined ? [path] : [])]
}

test('jobs carry ids, numbers and words of ours: nothing that a member wrote stays in the queue for a week', () => {
  const found = Object.entries(QUEUES).flatMap(([name, { payload }]) =>
    freeText(z.toJSONSchema(payload) as Schema, name),
  )
  expect(found).toEqual([
    // Of who has left: nowhere else is it any more, and the job is deleted a minute after it ends.
    'identity.say-goodbye.email',
    // One of the names in `deviceOf`, never the header itself.
    'identity.say-goodbye.device',
    'identity.tell-of-device.device',
    // Of the simulated card provider, which knows ids alone.
    'purchasing.deliver-sandbox-event.event',
  ])
})
