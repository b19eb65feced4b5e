import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { paidOrder } from '../../../testing/market/orders.ts'
import { promote } from '../../../testing/market/promote.ts'
import { workOf } from '../../../testing/market/work.ts'
import type { Taken } from './contract.ts'

let market: TestMarket
let june: TestClient
let omar: TestClient
beforeAll(async () => {
  market = await testMarket()
  june = await market.signIn({ firstName: 'June' })
  omar = await market.signIn({ firstName: 'Omar' })
  for (const admin of [june, omar]) await promote(market, admin)
})
afterAll(() => market.stop())

const take = (by: TestClient, subject: string) =>
  by.send<Taken & { code: string; message: string }>('PUT', `/api/admin/taken/${subject}`, {})
const letGo = (by: TestClient, subject: string) => by.delete(`/api/admin/taken/${subject}`)
const onIt = async (subject: string) => (await workOf(june)).find(({ id }) => id === subject)?.taken?.by.firstName
/** The name on the desk of a listing that somebody has reported. */
async function reported(): Promise<string> {
  const { id } = (await buildListing(market)).listing
  const reporter = await market.signIn()
  await reporter.post('/api/reports', { subject: { kind: 'listing', id }, reason: 'spam' })
  return `listing:${id}`
}

test('of two admins who take a thing at once one wins, and the other is told who is on it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const subject = await reported()
    const answers = await Promise.all([take(june, subject), take(omar, subject)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = answers.find(({ status }) => status === 200)?.body.by.firstName
    const told = answers.find(({ status }) => status === 409)?.body
    expect(told).toMatchObject({ code: 'TAKEN', message: `${winner} is on it` })
    expect(await onIt(subject)).toBe(winner)
  }
})

test('it is let go by hand by whoever is on it, and by itself after half an hour, unless it is taken again', async () => {
  const subject = await reported()
  await take(june, subject)
  expect((await letGo(omar, subject)).status).toBe(204)
  expect(await onIt(subject)).toBe('June')
  expect((await letGo(june, subject)).status).toBe(204)
  expect(await onIt(subject)).toBeUndefined()

  await take(june, subject)
  market.clock.advance({ minutes: 29 })
  await take(june, subject)
  market.clock.advance({ minutes: 29 })
  expect((await take(omar, subject)).body.code).toBe('TAKEN')
  market.clock.advance({ minutes: 1 })
  expect(await onIt(subject)).toBeUndefined()
  expect((await take(omar, subject)).status).toBe(200)
  expect((await take(june, 'no%20such')).status).toBe(404)
})

test('no admin is on a problem or an appeal of their own; what they were reported for shows nothing of it', async () => {
  const { buyer, purchaseId } = await paidOrder(market, { lines: 1, seller: june })
  await buyer.post(`/api/purchases/${purchaseId}/problem`, { reason: 'broken', words: 'The wheel is missing.' })
  await june.post(`/api/purchases/${purchaseId}/problem/answer`, { words: 'It was there this morning.' })
  const problem = `purchase:${purchaseId}`
  expect(await take(june, problem)).toMatchObject({ status: 409, body: { code: 'OWN_SUBJECT' } })
  expect(await onIt(problem)).toBeUndefined()
  expect((await take(omar, problem)).status).toBe(200)

  await buyer.post('/api/reports', { subject: { kind: 'member', id: june.user.id }, reason: 'spam' })
  expect((await take(june, `member:${june.user.id}`)).status).toBe(200)
})

test('who is no admin any more, or has left the market, is on nothing', async () => {
  const [rosa, tom] = [await market.signIn({ firstName: 'Rosa' }), await market.signIn({ firstName: 'Tom' })]
  for (const member of [rosa, tom]) await promote(market, member)
  const [hers, his] = [await reported(), await reported()]
  expect([(await take(rosa, hers)).status, (await take(tom, his)).status]).toEqual([200, 200])
  await june.post(`/api/admin/members/${rosa.user.id}/demote`, { reason: 'They moved away' })
  expect((await tom.delete('/api/users/me')).status).toBe(204)
  for (const subject of [hers, his]) expect((await take(june, subject)).status).toBe(200)
})
