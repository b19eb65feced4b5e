import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { runMarket } from '../../../../cli/run-market.ts'
import { captureOutput } from '../../../testing/run/capture-output.ts'
import { handlers } from '../../../worker.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing, listingBody } from '../../../testing/market/builders.ts'
import type { Answer, TestClient } from '../../../testing/market/client.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { statementsOf } from '../../../testing/postgres/count-statements.ts'
import { finish, payCard, reserve } from '../../../testing/market/trades.ts'
import { drawOrder, replayDraw } from '../draw-order.ts'
import type { Draw } from './contract.ts'

const market = useMarket()
let giver: TestClient
beforeAll(async () => {
  giver = await market.signIn()
})
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

async function drawn(hours = 6): Promise<string> {
  const { listing } = await buildListing(market, { seller: giver, fields: { draw: { hours } } })
  return listing.id
}
const read = async (id: string, by: TestClient = market.visitor()) => (await by.get<Draw>(`/api/items/${id}/draw`)).body
const enter = (by: TestClient, id: string): Promise<Answer<Draw & { code?: string }>> =>
  by.put(`/api/items/${id}/draw/entry`)
const leave = (by: TestClient, id: string) => by.delete<Draw>(`/api/items/${id}/draw/entry`)
const follow = () => handlers(market.ctx)['purchasing.follow-draws']({})
/** Two workers at once, as always. */
const minute = async (minutes = 1) => {
  market.clock.advance({ minutes })
  await Promise.all([follow(), follow()])
}

async function entrants(id: string, count: number): Promise<TestClient[]> {
  const members = await Promise.all(Array.from({ length: count }, () => market.signIn()))
  for (const member of members) expect((await enter(member, id)).status).toBe(200)
  return members
}

const holderOf = async (id: string, members: TestClient[]) => {
  const { turn } = await read(id)
  for (const member of members) if ((await read(id, member)).mine?.place === turn?.place) return member
  throw new Error('nobody has the turn')
}

// Comes first: what others left would be due as well.
test('closing and drawing ask as often for many entries as for two', async () => {
  const closings = []
  for (const count of [2, 9]) {
    const id = await drawn()
    await entrants(id, count)
    market.clock.advance({ minutes: 360 })
    const closing = await statementsOf(market, follow)
    market.clock.advance({ minutes: 1 })
    closings.push([closing.length, (await statementsOf(market, follow)).length])
    expect((await read(id)).order).toHaveLength(count)
  }
  expect(closings[1]).toEqual(closings[0])
})

test('commitment at posting, tickets before the seed, then the order; and who is first buys', async () => {
  const id = await drawn()
  const members = await entrants(id, 4)
  const open = await read(id)
  expect(open).toMatchObject({
    state: 'open',
    hours: 6,
    entries: 4,
    tickets: null,
    seed: null,
    order: null,
    turn: null,
  })
  const [one] = members
  expect((await enter(one!, id)).body.entries).toBe(4)
  expect(await reserve(one!, id)).toMatchObject({ status: 409, body: { code: 'DRAW_OPEN' } })

  await minute(360)
  const closed = await read(id)
  expect(closed).toMatchObject({ state: 'closed', commitment: open.commitment, seed: null, order: null })
  expect(closed.tickets).toHaveLength(4)
  expect(await enter(await market.signIn(), id)).toMatchObject({ status: 409, body: { code: 'DRAW_CLOSED' } })

  await minute()
  const after = await read(id)
  expect(after).toMatchObject({
    state: 'drawn',
    tickets: closed.tickets,
    ticketsDigest: closed.ticketsDigest,
    turn: { place: 1 },
  })
  const { seed, tickets, ticketsDigest, order, commitment } = after
  expect(
    await replayDraw({ seed: seed!, tickets: tickets!, ticketsDigest: ticketsDigest!, order: order!, commitment }),
  ).toEqual([])

  const winner = await holderOf(id, members)
  for (const other of members.filter((member) => member !== winner))
    expect(await reserve(other, id)).toMatchObject({ status: 409, body: { code: 'NOT_YOUR_TURN' } })
  const { body } = await reserve(winner, id)
  const { body: paid } = await payCard(winner, body.clientSecret)
  expect((await finish(winner, id, paid.paymentIntentId)).status).toBe(200)
  await minute(1500)
  expect((await read(id)).order).toEqual(order)
})

test('each has 24 hours, who passes hands on at once, and when nobody is left everybody may buy; never a second draw', async () => {
  const id = await drawn()
  const members = await entrants(id, 3)
  await minute(360)
  await minute()
  const first = await holderOf(id, members)
  await minute(1380)
  expect(await holderOf(id, members)).toBe(first)
  await minute(60)
  const second = await holderOf(id, members)
  expect(second).not.toBe(first)
  expect(await reserve(first, id)).toMatchObject({ status: 409, body: { code: 'NOT_YOUR_TURN' } })
  expect((await leave(second, id)).body.turn?.place).toBe(3)
  const { order } = await read(id)
  await minute(1440)
  expect(await read(id)).toMatchObject({ state: 'over', order })
  expect((await reserve(await market.signIn(), id)).status).toBe(201)
})

test('who may not enter: the giver, who is blocked, who is close to them, who lacks the tokens, a stranger', async () => {
  const id = await drawn()
  expect(await enter(giver, id)).toMatchObject({ status: 403, body: { code: 'OWN_LISTING' } })
  const invited = await market.signIn({ referralCode: giver.user.referralCode })
  expect(await enter(invited, id)).toMatchObject({ status: 403, body: { code: 'CLOSE_TO_GIVER' } })
  const blocked = await market.signIn()
  await giver.post(`/api/members/${blocked.user.id}/block`)
  expect(await enter(blocked, id)).toMatchObject({ status: 403, body: { code: 'BLOCKED' } })
  expect((await enter(market.visitor(), id)).status).toBe(401)
  const { listing: dear } = await buildListing(market, {
    seller: giver,
    fields: { category: 'furniture', draw: { hours: 6 } },
  })
  const poor = await market.signIn()
  const answer = await enter(poor, dear.id)
  const enough = Number(dear.tokenPrice) * 1.005 <= 10
  expect(answer.status).toBe(enough ? 200 : 409)
  const { listing: plain } = await buildListing(market, { seller: giver })
  expect(await enter(poor, plain.id)).toMatchObject({ status: 404, body: { code: 'NO_DRAW' } })
  expect((await enter(poor, randomUUID())).status).toBe(404)
})

test('a right that was lost by the end has no ticket, and a draw of nobody is over', async () => {
  const id = await drawn()
  const [one, other] = await entrants(id, 2)
  await giver.post(`/api/members/${one!.user.id}/block`)
  await minute(360)
  const { tickets, entries } = await read(id)
  expect([tickets?.length, entries]).toEqual([1, 2])
  expect((await read(id, other)).mine?.weight).toBe(12)
  const alone = await drawn()
  await minute(360)
  expect(await read(alone)).toMatchObject({ state: 'over', tickets: [] })
})

test('who leaves once its time is up passes: the ticket stays, so that nobody can move the order of others', async () => {
  const id = await drawn()
  const [gone, other] = await entrants(id, 2)
  market.clock.advance({ minutes: 360 })
  expect((await leave(gone!, id)).body).toMatchObject({ state: 'open', mine: null, entries: 2 })
  await minute(0)
  await minute()
  expect((await read(id)).order).toHaveLength(2)
  expect(await holderOf(id, [other!])).toBe(other)
})

/** By a code of just now. */
async function leaveMarket({ user }: TestClient) {
  const member = await market.signIn({ email: user.email })
  expect((await member.delete('/api/users/me')).status).toBe(204)
}

test('who has left the market has no turn: the next may buy, whether they leave before the order is known or in their turn', async () => {
  const id = await drawn()
  const members = await entrants(id, 4)
  await minute(360)
  await leaveMarket(members.pop()!)
  await minute()
  let left = 3
  while ((await read(id)).state === 'drawn') {
    await leaveMarket(await holderOf(id, members))
    await minute()
    left -= 1
  }
  expect(left).toBe(0)
  expect((await read(id)).tickets).toHaveLength(4)
})

test('who has won lately weighs less', async () => {
  const lucky = await market.signIn()
  const id = await drawn()
  await enter(lucky, id)
  await minute(360)
  await minute()
  const { body } = await reserve(lucky, id)
  const { body: paid } = await payCard(lucky, body.clientSecret)
  expect((await finish(lucky, id, paid.paymentIntentId)).status).toBe(200)
  const next = await drawn()
  const [fresh] = await entrants(next, 1)
  await enter(lucky, next)
  await minute(360)
  expect([(await read(next, lucky)).mine?.weight, (await read(next, fresh)).mine?.weight]).toEqual([6, 12])
})

test('one person has one ticket, however many accounts their mailbox has, and one weight', async () => {
  const name = randomUUID()
  const [one, other] = [
    await market.signIn({ email: `${name}@gmail.com` }),
    await market.signIn({ email: `${name}+bikes@gmail.com` }),
  ]
  const free = async () =>
    (await buildListing(market, { seller: giver, fields: { tokenPrice: '0.00', draw: { hours: 6 } } })).listing.id
  const id = await free()
  const both = await Promise.all([enter(one, id), enter(other, id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.map(({ body }) => body.code)).toContain('ENTERED_ALREADY')
  const [first, second] = both[0].status === 200 ? [one, other] : [other, one]
  expect((await enter(first, id)).status).toBe(200)
  await leave(first, id)
  expect((await enter(second, id)).body.entries).toBe(1)
  await minute(360)
  await minute()
  const { body } = await reserve(second, id)
  const { body: paid } = await payCard(second, body.clientSecret)
  expect((await finish(second, id, paid.paymentIntentId)).status).toBe(200)
  const next = await free()
  await enter(first, next)
  await minute(360)
  expect((await read(next, first)).mine?.weight).toBe(6)
})

test('what is drawn keeps price and category, and hours have bounds', async () => {
  const id = await drawn(48)
  expect(await giver.patch(`/api/items/${id}`, { tokenPrice: '1.00' })).toMatchObject({
    status: 409,
    body: { code: 'LISTING_IN_DRAW' },
  })
  expect((await giver.patch(`/api/items/${id}`, { title: 'A better title' })).status).toBe(200)
  for (const hours of [5, 49, 6.5, -1])
    expect((await giver.post('/api/items', { ...listingBody(), photos: [], draw: { hours } })).status).toBe(400)
})

test('entries and closing at the same moment: each that was accepted has a ticket', async () => {
  const id = await drawn()
  const members = await Promise.all(Array.from({ length: 6 }, () => market.signIn()))
  market.clock.advance({ minutes: 359 })
  const answers = await Promise.all([...members.map((member) => enter(member, id)), minute()])
  const accepted = answers.filter((answer) => answer && 'status' in answer && answer.status === 200).length
  await minute()
  expect((await read(id)).tickets ?? []).toHaveLength(accepted)
})

/** Chi-square of the first places against the weights; three degrees of freedom, p = 0.01 is 11.34. */
test('in 10,000 draws the winners fit their weights', async () => {
  const weights = [12, 6, 4, 3]
  const tickets = weights.map((weight, index) => ({ ticket: `0000000${index}-0000-4000-8000-000000000000`, weight }))
  const wins = [0, 0, 0, 0]
  const rounds = await Promise.all(Array.from({ length: 10_000 }, (_, round) => drawOrder(`seed ${round}`, tickets)))
  for (const [first] of rounds) wins[tickets.findIndex(({ ticket }) => ticket === first)]! += 1
  const chi = wins.reduce((sum, won, index) => {
    const expected = (10_000 * weights[index]!) / 25
    return sum + (won - expected) ** 2 / expected
  }, 0)
  expect(chi).toBeLessThan(11.34)
})

test('an entry added, dropped or moved, another seed, another weight: the command and the script find each', async () => {
  const id = await drawn()
  await entrants(id, 4)
  await minute(360)
  await minute()
  const draw = await read(id)
  const [first, ...rest] = draw.tickets!
  const folder = await mkdtemp(join(tmpdir(), 'draw-'))
  const judge = async (published: object | string) => {
    const file = join(folder, 'draw.json')
    await writeFile(file, typeof published === 'string' ? published : JSON.stringify(published))
    const script = spawnSync(process.execPath, ['docs/verify-draw.mjs', file])
    const command = await captureOutput({}, () => runMarket(['verify-draw', file]))
    return [script.status, command.code]
  }
  try {
    expect(await judge(draw)).toEqual([0, 0])
    const tampered = [
      { ...draw, tickets: [...draw.tickets!, { ticket: randomUUID(), weight: 12 }] },
      { ...draw, tickets: rest },
      { ...draw, order: draw.order!.toReversed() },
      { ...draw, seed: draw.seed!.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
      { ...draw, tickets: [{ ...first!, weight: first!.weight + 1 }, ...rest] },
    ]
    for (const one of tampered) expect(await judge(one)).toEqual([1, 1])
    const many = Array.from({ length: 501 }, () => ({ ticket: randomUUID(), weight: 12 }))
    const odd = [
      ...['', '{"seed":', 'null', '[]', '"draw"', '['.repeat(50_000) + ']'.repeat(50_000)],
      ...[
        { ...draw, seed: null },
        { ...draw, seed: 5 },
        { ...draw, tickets: [{ ...first!, weight: 1.5 }, ...rest] },
      ],
      ...[
        { ...draw, tickets: draw.tickets!.map((ticket) => ({ ...ticket, weight: 0 })) },
        { ...draw, tickets: many },
      ],
    ]
    for (const one of odd) expect([one, ...(await judge(one))]).toEqual([one, 2, 2])
    const { code, stderr } = await captureOutput({}, () => runMarket(['verify-draw', join(folder, 'draw.json')]))
    expect([code, stderr]).toEqual([2, expect.stringMatching(/draw\.json is not a draw that has been drawn\. .*\n$/)])
  } finally {
    await rm(folder, { recursive: true })
  }
})
