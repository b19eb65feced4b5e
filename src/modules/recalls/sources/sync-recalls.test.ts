import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  canadaEntry,
  cpscEntry,
  europeEntry,
  type RecallsDouble,
  startRecallsDouble,
} from '../../../testing/doubles/recalls-double.ts'
import { testMarket, type TestMarket } from '../../../testing/market/market.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { handlers } from '../../../worker.ts'
import { recallAlarms } from '../recall-alarms.ts'
import { syncFile, syncRecalls } from './sync-recalls.ts'

let double: RecallsDouble
let market: TestMarket
beforeAll(async () => {
  double = await startRecallsDouble()
  market = await testMarket({ env: double.env })
})
afterAll(async () => {
  await market.stop()
  await double.stop()
})
beforeEach(async () => {
  double.hold = () => undefined
  await market.ctx.db.raw('truncate recall, recall_source')
  double.files = {
    '/cpsc': cpsc(20),
    '/canada': [
      canadaEntry('1', { title: 'Kite Co recalls Zippa Stroller due to fall hazard', product: 'Zippa Stroller' }),
    ],
    '/eu': [europeEntry('SR/1/26', { brand: 'Holzfix', name: 'Rattle', model: 'HF-2201' })],
  }
})

const cpsc = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    cpscEntry(`26-${100 + at}`, {
      title: `Wobblo Recalls Cribs Due to Fall Hazard`,
      name: `Wobblo Slumbra${at} Crib`,
      model: `WS-${1000 + at}`,
    }),
  )
const keys = async () => (await market.ctx.db('recall').orderBy('key').select('key')).map(({ key }) => key)
/** The age of the copies in days, with what is said. */
const alarms = async () =>
  (await recallAlarms(market.ctx.db, market.clock.now())).map(({ oldest, ...alarm }) => ({
    ...alarm,
    days: Math.round((market.clock.now().getTime() - oldest.getTime()) / DAY_MS),
  }))

test('the copies of all three are taken, each in its own shape, and those of a later day in their place', async () => {
  expect(await syncRecalls(market.ctx)).toEqual([
    { source: 'cpsc', recalls: 20, fresh: 20 },
    { source: 'health-canada', recalls: 1, fresh: 1 },
    { source: 'safety-gate', recalls: 1, fresh: 1 },
  ])
  const row = (key: string) =>
    market.ctx.db('recall').where({ key }).first('brand', 'products', 'models', 'date', 'hazard')
  expect(await row('cpsc:26-100')).toEqual({
    brand: 'Wobblo',
    products: ['Wobblo Slumbra0 Crib'],
    models: ['WS1000'],
    date: '2026-03-05',
    hazard: 'It can break.',
  })
  expect(await row('health-canada:1')).toEqual({
    brand: 'Kite Co',
    products: ['Zippa Stroller'],
    models: [],
    date: '2026-04-01',
    hazard: 'Fall hazard',
  })
  expect(await row('safety-gate:SR/1/26')).toEqual({
    brand: 'Holzfix',
    products: ['Rattle'],
    models: ['HF2201'],
    date: '2026-02-13',
    hazard: 'The toy has small parts.',
  })

  double.files['/cpsc'] = cpsc(22).slice(1)
  await handlers(market.ctx)['recalls.sync']({})
  expect(await keys()).not.toContain('cpsc:26-100')
  expect(await keys()).toContain('cpsc:26-121')
  expect(await alarms()).toEqual([])
})

test.each([
  ['broken', '[{"RecallID": 1', 'broken JSON'],
  ['of another shape', [{ recall: 1 }], 'of another shape'],
  ['no list', { error: 'maintenance' }, 'no list'],
  ['empty', [], 'of another shape'],
  ['ten times as large', JSON.stringify(cpsc(20)).padEnd(300_000), 'larger than'],
  ['much smaller', cpsc(3), '3 recalls instead of 20'],
])(
  'a file that is %s is refused and said; the last good copy is kept, and the others are synced',
  async (_, file, why) => {
    await syncRecalls(market.ctx)
    const before = await keys()
    double.files['/cpsc'] = file
    const synced = market.clock.now()
    market.clock.set(new Date(synced.getTime() + DAY_MS))
    expect(await syncRecalls(market.ctx)).toEqual([
      { source: 'cpsc', problem: 'refused', error: expect.stringContaining(why) as string },
      { source: 'health-canada', recalls: 1, fresh: 0 },
      { source: 'safety-gate', recalls: 1, fresh: 0 },
    ])
    expect(await keys()).toEqual(before)
    expect(await alarms()).toEqual([
      { kind: 'recalls_old', count: 1, days: 1, reason: expect.stringContaining(`cpsc: `) as string },
    ])
    double.files['/cpsc'] = cpsc(20)
    await syncRecalls(market.ctx)
    expect(await alarms()).toEqual([])
  },
)

test.each([
  ['in the middle of many', [...cpsc(150), { RecallID: 'odd' }, ...cpsc(150)], 150, '1 of its 301 entries'],
  ['first of a few', [{ RecallID: 'odd' }, ...cpsc(3)], 3, '1 of its 4 entries'],
  ['no object at all, and first', [null, ...cpsc(3)], 3, '1 of its 4 entries'],
])('an odd entry, %s, is left out and said; the others are taken', async (_, copy, recalls, odd) => {
  const taken = { source: 'cpsc', recalls, fresh: recalls, odd: expect.stringContaining(odd) as string }
  double.files['/cpsc'] = copy
  expect((await syncRecalls(market.ctx))[0]).toEqual(taken)
  await market.ctx.db.raw('truncate recall, recall_source')
  expect(await syncFile(market.ctx, Buffer.from(JSON.stringify(copy)))).toEqual(taken)
})

test('what is counted, measured or a year is no model number', async () => {
  const model = '10-piece, 24-inch, 12x2023, 2023, 3-in-1 and WS-10'
  double.files['/cpsc'] = [cpscEntry('26-100', { title: 'Wobblo Recalls Cribs', name: 'Slumbra Crib', model })]
  await syncRecalls(market.ctx)
  expect(await market.ctx.db('recall').where({ key: 'cpsc:26-100' }).first('models')).toEqual({ models: ['WS10'] })
})

test('an entry with characters that no database takes is taken without them', async () => {
  const name = `Slumbra\0 ${'x'.repeat(190)}🧸 Crib`
  double.files['/cpsc'] = [
    ...cpsc(3),
    cpscEntry('26-900\0\ud83e', { title: 'Wobblo Recalls Cribs', name, model: 'WS\0-9\ud83e' }),
  ]
  expect((await syncRecalls(market.ctx))[0]).toEqual({ source: 'cpsc', recalls: 4, fresh: 4 })
})

test('a source that is away for a night is nothing, and for three days stands on the desk', async () => {
  await syncRecalls(market.ctx)
  double.files = { '/cpsc': null, '/canada': null, '/eu': null }
  const synced = market.clock.now()
  market.clock.set(new Date(synced.getTime() + DAY_MS))
  await syncRecalls(market.ctx)
  expect(await alarms()).toEqual([])
  market.clock.set(new Date(synced.getTime() + 3 * DAY_MS))
  await syncRecalls(market.ctx)
  expect(await alarms()).toEqual([expect.objectContaining({ kind: 'recalls_old', count: 3, days: 3 })])
})

test('of two who sync at once the newer copy stays, whoever is slower', async () => {
  const slow = Promise.withResolvers<undefined>()
  const asked: string[] = []
  double.hold = (path) => {
    asked.push(path)
    return asked.length === 1 ? slow.promise : undefined
  }
  const older = syncRecalls(market.ctx)
  await expect.poll(() => asked).toEqual(['/cpsc'])
  double.files['/cpsc'] = cpsc(22).slice(1)
  await syncRecalls(market.ctx)
  slow.resolve(undefined)
  expect((await older)[0]).toEqual({ source: 'cpsc', recalls: 21, fresh: 0 })
  expect(await keys()).toContain('cpsc:26-121')
  expect(await keys()).not.toContain('cpsc:26-100')
})

test('one that finds its source broken says nothing where another has had its copy meanwhile', async () => {
  const slow = Promise.withResolvers<undefined>()
  const asked: string[] = []
  double.hold = (path) => {
    asked.push(path)
    return asked.length === 1 ? slow.promise : undefined
  }
  double.files['/cpsc'] = 'broken'
  const older = syncRecalls(market.ctx)
  await expect.poll(() => asked).toEqual(['/cpsc'])
  double.files['/cpsc'] = cpsc(20)
  await syncRecalls(market.ctx)
  slow.resolve(undefined)
  expect((await older)[0]).toMatchObject({ problem: 'refused' })
  expect(await alarms()).toEqual([])
})

test('two who sync at once come to the same', async () => {
  const both = await Promise.all([syncRecalls(market.ctx), syncRecalls(market.ctx)])
  expect(both.map(([first]) => first && 'fresh' in first && first.fresh).toSorted()).toEqual([0, 20])
  expect(await keys()).toHaveLength(22)
})

test('a file is known by its shape, and one of nobody is refused', async () => {
  const file = (copy: object) => Buffer.from(JSON.stringify(copy))
  expect(await syncFile(market.ctx, file(cpsc(2)))).toEqual({ source: 'cpsc', recalls: 2, fresh: 2 })
  expect(await syncFile(market.ctx, file([canadaEntry('7', { title: 'A', product: 'B' })]))).toMatchObject({
    source: 'health-canada',
  })
  await expect(syncFile(market.ctx, file([{ a: 1 }]))).rejects.toThrow('no shape that is known')
})

test('what is not passed on here is left out: food and cars', async () => {
  double.files['/canada'] = [
    canadaEntry('1', { title: 'A', product: 'Zippa Stroller' }),
    canadaEntry('2', { title: 'B', product: 'Cheese', organization: 'CFIA' }),
  ]
  await syncRecalls(market.ctx)
  expect(await keys()).toContain('health-canada:1')
  expect(await keys()).not.toContain('health-canada:2')
})
