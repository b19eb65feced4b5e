import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { runMarket } from '../../../../cli/run-market.ts'
import { auditFindings } from '../../../testing/market/audit.ts'
import { buildListing } from '../../../testing/market/builders.ts'
import type { TestClient } from '../../../testing/market/client.ts'
import { killWhileTelling } from '../../../testing/market/killed-job.ts'
import { reserve } from '../../../testing/market/trades.ts'
import { useMarket } from '../../../testing/market/use-market.ts'
import { captureOutput } from '../../../testing/run/capture-output.ts'
import { handlers } from '../../../worker.ts'
import type { Notice } from '../../notifications/contract.ts'
import type { Draw } from './contract.ts'

const market = useMarket()
let giver: TestClient
beforeAll(async () => {
  giver = await market.signIn()
})
afterEach(async () => expect(await auditFindings(market)).toEqual([]))

const read = async (id: string) => (await market.visitor().get<Draw>(`/api/items/${id}/draw`)).body
const enter = (by: TestClient, id: string) => by.put<Draw>(`/api/items/${id}/draw/entry`)
const leave = (by: TestClient, id: string) => by.delete<Draw>(`/api/items/${id}/draw/entry`)
const giveByHand = (id: string) => giver.patch(`/api/items/${id}/claim`)
const minute = async (minutes = 1) => {
  market.clock.advance({ minutes })
  const follow = () => handlers(market.ctx)['purchasing.follow-draws']({})
  await Promise.all([follow(), follow()])
}
const told = async (member: TestClient) => (await member.get<Notice[]>('/api/notifications')).body

async function entered(count: number): Promise<{ id: string; members: TestClient[] }> {
  const { listing } = await buildListing(market, { seller: giver, fields: { draw: { hours: 6 } } })
  const members = await Promise.all(Array.from({ length: count }, () => market.signIn()))
  for (const member of members) expect((await enter(member, listing.id)).status).toBe(200)
  return { id: listing.id, members }
}

async function verdicts(draw: Draw): Promise<{ status: number | null; says: string }[]> {
  const folder = await mkdtemp(join(tmpdir(), 'draw-'))
  try {
    const file = join(folder, 'draw.json')
    await writeFile(file, JSON.stringify(draw))
    const script = spawnSync(process.execPath, ['docs/verify-draw.mjs', file], { encoding: 'utf8' })
    const { code, stdout } = await captureOutput({}, () => runMarket(['verify-draw', file]))
    return [
      { status: script.status, says: script.stdout.trim() },
      { status: code, says: stdout.trim() },
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}
const NOT_DRAWN = { status: 1, says: 'Not drawn: its giver has chosen by hand who gets it.' }

test('a giver who chooses by hand ends the draw, and who had entered is told without a word of one', async () => {
  const { id, members } = await entered(3)
  const [one, other, gone] = members
  await leave(gone!, id)
  expect((await giveByHand(id)).status).toBe(200)
  const ended = await read(id)
  expect(ended).toMatchObject({ state: 'over', byHand: true, tickets: null, seed: null, order: null, turn: null })
  expect(await verdicts(ended)).toEqual([NOT_DRAWN, NOT_DRAWN])
  for (const member of [one!, other!]) {
    const [notice, ...more] = await told(member)
    expect([notice?.title, notice?.path, more]).toEqual(['Somebody else gets it', `/item/${id}`, []])
    expect(`${notice?.title} ${notice?.body}`).not.toMatch(/draw/i)
  }
  expect(await told(gone!)).toEqual([])
  expect((await enter(gone!, id)).body).toMatchObject({ code: 'DRAW_CLOSED' })
  await minute(360)
  await minute()
  expect(await read(id)).toEqual(ended)
})

test('it is no draw either once tickets are published, or somebody was drawn: then the next are told, not who has passed', async () => {
  const closed = await entered(2)
  const drawn = await entered(3)
  await minute(360)
  expect((await giveByHand(closed.id)).status).toBe(200)
  expect(await read(closed.id)).toMatchObject({ state: 'over', byHand: true, seed: null, order: null })
  await minute()
  const { order } = await read(drawn.id)
  expect(order).toHaveLength(3)
  await minute(1440)
  expect((await giveByHand(drawn.id)).status).toBe(200)
  const after = await read(drawn.id)
  expect(after).toMatchObject({ state: 'over', byHand: true, order, turn: null })
  expect(await verdicts(after)).toEqual([NOT_DRAWN, NOT_DRAWN])
  const titles = await Promise.all(drawn.members.map(async (member) => (await told(member)).map(({ title }) => title)))
  expect(titles.map((seen) => seen.toSorted().join()).toSorted()).toEqual([
    'Somebody else gets it',
    'Somebody else gets it,You were drawn',
    'You were drawn',
  ])
})

test('what is withdrawn as it closes, or deleted, is told too; brought back it is for everybody, at another price', async () => {
  const { id, members } = await entered(2)
  const deleted = await entered(1)
  expect((await giver.delete(`/api/items/${deleted.id}`)).status).toBe(204)
  const takenBack = {
    title: 'No longer on offer',
    body: expect.stringContaining('has taken it back') as string,
    path: null,
  }
  expect(await told(deleted.members[0]!)).toMatchObject([takenBack])
  await giver.patch(`/api/items/${id}`, { status: 'withdrawn' })
  await giver.patch(`/api/items/${id}`, { status: 'available' })
  expect(await read(id)).toMatchObject({ state: 'open' })
  await giver.patch(`/api/items/${id}`, { status: 'withdrawn' })
  expect(await told(members[0]!)).toEqual([])
  await minute(360)
  // It may as well have been a recall that withdrew it.
  const calledOff = { title: 'No longer on offer', body: expect.stringContaining('is called off') as string }
  for (const member of members) expect(await told(member)).toMatchObject([calledOff])
  await giver.patch(`/api/items/${id}`, { status: 'available' })
  expect(await read(id)).toMatchObject({ state: 'over', byHand: false, order: null })
  expect((await giver.patch(`/api/items/${id}`, { tokenPrice: '1.00' })).status).toBe(200)
  expect((await reserve(members[1]!, id)).status).toBe(201)
})

test('entering, closing and choosing by hand at once: it ends once, and each who was let in is told', async () => {
  const { id, members } = await entered(2)
  const late = await Promise.all(Array.from({ length: 4 }, () => market.signIn()))
  market.clock.advance({ minutes: 359 })
  const [first, second, , ...entries] = await Promise.all([
    giveByHand(id),
    giveByHand(id),
    minute(),
    ...late.map((member) => enter(member, id)),
  ])
  expect([first.status, second.status].toSorted()).toEqual([200, 409])
  const ended = await read(id)
  expect(ended).toMatchObject({ state: 'over', byHand: true, seed: null })
  const hopeful = [...members, ...late.filter((_, index) => entries[index]?.status === 200)]
  expect(ended.entries).toBe(hopeful.length)
  for (const member of hopeful) expect(await told(member)).toHaveLength(1)
})

test('killed while it tells, nothing has changed, and the next try does all of it', async () => {
  const { id, members } = await entered(1)
  const [member] = members
  await killWhileTelling(market, { memberId: member!.user.id, key: `draw:${id}:ended` }, async () => {
    const { status } = await giveByHand(id)
    if (status >= 500) throw new Error('it was killed')
  })
  expect(await read(id)).toMatchObject({ state: 'open', byHand: false })
  expect(await told(member!)).toEqual([])
  expect((await giveByHand(id)).status).toBe(200)
  expect(await told(member!)).toHaveLength(1)
})
