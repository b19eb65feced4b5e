import { randomUUID } from 'node:crypto'
import { buildPhoto, listingBody, uploadPhotos } from '../../market/builders.ts'
import { type Answer, TestClient } from '../../market/client.ts'
import { openCrashSite } from '../faults/crash-site.ts'
import { demand, type DrillMarket, type Figures } from '../drill.ts'
import { buildListings, inTurns } from './trade-steps.ts'
import { usedCpu } from './used-cpu.ts'

const NEIGHBOURS = 16
const LISTINGS = 2000

/**
 * Measures reading, posting and writing: how many a second at 16 at a time, and CPU of the server and of PostgreSQL,
 * jobs that have run meanwhile included. `npm run bench:purchases` has the same of a purchase.
 */
export async function measureCosts({ random }: DrillMarket): Promise<Figures> {
  const site = await openCrashSite({})
  try {
    const { ctx, url } = site
    const join = () => new TestClient(url).signIn({ email: `${randomUUID()}@example.com`, firstName: 'Ben' })
    const neighbours = await Promise.all(Array.from({ length: NEIGHBOURS }, join))
    const [seller] = neighbours
    const listings = await buildListings({ ...site, random }, [seller!.user.id], LISTINGS, '1.00')
    const photo = await buildPhoto({ width: 640, height: 480 })
    const next = await new TestClient(url).get('/api/items?status=available&limit=24')
    const [, nextPage = ''] = /<(?:https?:\/\/[^/]+)?([^>]+)>; rel="next"/.exec(next.headers.get('link') ?? '') ?? []
    const visitor = new TestClient(url)
    const one = (place: number) => listings[place % LISTINGS]!

    const kinds: [name: string, times: number, status: number, ask: (place: number) => Promise<Answer<unknown>>][] = [
      ['home page, as kept', 2000, 200, () => visitor.get('/')],
      ['next page of browsing', 1000, 200, () => visitor.get(nextPage)],
      ['inbox of a member', 800, 200, (place) => neighbours[place % NEIGHBOURS]!.get('/api/messages/conversations')],
      [
        'post, with its photo',
        160,
        201,
        async (place) => {
          const member = neighbours[place % NEIGHBOURS]!
          const photos = await uploadPhotos(member, [photo])
          return member.post('/api/items', { ...listingBody({ title: `Wooden train ${place}` }), photos })
        },
      ],
      [
        'message',
        320,
        201,
        (place) => {
          // The first has listed them all.
          const member = neighbours[1 + (place % (NEIGHBOURS - 1))]!
          return member.post(`/api/items/${one(place % (NEIGHBOURS - 1))}/messages`, { body: 'Is it still there?' })
        },
      ],
    ]
    const figures: Figures = {}
    for (const [name, times, status, ask] of kinds) {
      const before = await usedCpu(ctx, url)
      const start = performance.now()
      await inTurns([...Array(times).keys()], NEIGHBOURS, async (place) => {
        const answer = await ask(place)
        demand(`${name} (${JSON.stringify(answer.body).slice(0, 200)})`, answer.status, status)
      })
      const seconds = (performance.now() - start) / 1000
      const after = await usedCpu(ctx, url)
      const each = (used: number) => ((1000 * used) / times).toFixed(1)
      const [node, postgres] = [each(after.node - before.node), each(after.postgres - before.postgres)]
      figures[name] =
        `${(times / seconds).toFixed(0)} a second; CPU of each: node ${node} ms, PostgreSQL ${postgres} ms`
    }
    await site.stopServer()
    return figures
  } finally {
    await site.stop()
  }
}
