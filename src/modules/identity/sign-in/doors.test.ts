import { expect, test } from 'vitest'
import { transact } from '../../../platform/database.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import {
  createMember,
  findCaller,
  findMembers,
  grantAdmin,
  markFirstListing,
  markSale,
  recordActivities,
} from '../index.ts'

const market = useMarket()

test('an address belongs to one member', async () => {
  await market.signIn({ email: 'taken@example.com' })
  const now = market.ctx.clock.now()
  await expect(
    transact(market.ctx.db, (trx) => createMember(trx, { email: 'taken@example.com', now })),
  ).rejects.toMatchObject({ code: 'EMAIL_TAKEN', status: 409 })
})

test('first listing and first sale keep their first time', async () => {
  const [seller, buyer] = [await market.signIn(), await market.signIn()]
  const first = new Date('2026-11-20T10:00:00Z')
  const later = new Date('2026-12-20T10:00:00Z')
  for (const now of [first, later]) {
    await transact(market.ctx.db, async (trx) => {
      await markFirstListing(trx, { memberId: seller.user.id, now })
      await markSale(trx, { sellerId: seller.user.id, buyerId: buyer.user.id, now })
    })
  }
  expect(await seller.refreshUser()).toMatchObject({
    firstListingAt: first.toISOString(),
    firstSaleAt: first.toISOString(),
    hasSoldOnce: true,
    hasBoughtOnce: false,
  })
  expect(await buyer.refreshUser()).toMatchObject({ firstSaleAt: null, hasSoldOnce: false, hasBoughtOnce: true })
})

test('the last active month never goes back', async () => {
  const { user } = await market.signIn()
  for (const month of ['2026-11', '2026-12', '2026-10']) {
    await transact(market.ctx.db, (trx) => recordActivities(trx, [{ memberId: user.id, month }]))
  }
  const members = await findMembers(market.ctx.db, [user.id, user.id])
  expect(members.get(user.id)?.lastActivityMonth).toBe('2026-12')
})

test('an admin is known as one from the next call on', async () => {
  const { user } = await market.signIn()
  expect(await findCaller(market.ctx.db, user.id)).toEqual({
    id: user.id,
    access: 'member',
    language: null,
    barred: null,
  })
  await transact(market.ctx.db, (trx) => grantAdmin(trx, { memberId: user.id }))
  expect(await findCaller(market.ctx.db, user.id)).toEqual({
    id: user.id,
    access: 'admin',
    language: null,
    barred: null,
  })
})
