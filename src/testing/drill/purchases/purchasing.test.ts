import { expect, test } from 'vitest'
import { useDrill } from '../use-drill.ts'
import { overlappingBaskets } from './orders.ts'
import { anyOrder, fullPool, oneBuyer, oneEnd } from './purchasing.ts'

// The short forms of the drills: each in an empty market of its own.
const drill = useDrill()

test('each listing is reserved for one of many who want it at once, and only that one has a payment', async () => {
  expect(await oneBuyer(drill, { listings: 3, buyers: 10 })).toMatchObject({ wins: 3, refused: 27, audit: 'clean' })
})

test('a purchase that is confirmed and cancelled three times each at once ends one way', async () => {
  const { delivered, cancelled } = await oneEnd(drill, 5)
  expect(Number(delivered) + Number(cancelled)).toBe(5)
})

test('of baskets that overlap each thing is sold once, and each has one end', async () => {
  expect(await overlappingBaskets(drill, 5)).toMatchObject({ rounds: 5, audit: 'clean' })
})

test('call, webhook and sweeper make a purchase paid once, in any order, doubled, and each alone', async () => {
  expect(await anyOrder(drill, 9)).toMatchObject({
    'call alone': expect.any(Number) as number,
    'hook alone': expect.any(Number) as number,
    'sweeper alone': expect.any(Number) as number,
    together: expect.any(Number) as number,
    audit: 'clean',
  })
})

test('with five connections to the database twenty purchases at once all go through', async () => {
  expect(await fullPool(drill, 20)).toMatchObject({ purchases: 20, audit: 'clean' })
})
