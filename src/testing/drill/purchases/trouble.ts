import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { TestClient } from '../../market/client.ts'
import { openCardWorld, type CardWorld, type Weather } from './card-world.ts'
import type { DrillMarket, Figures } from '../drill.ts'
import { untilQuiet } from '../quiet.ts'
import { demandNoAlarms, reckon } from './reckon.ts'
import type { Site } from '../site.ts'
import { shop, type Shopping, type Word } from './shop.ts'
import { audited, buildListings } from './trade-steps.ts'

/** An order has at most so many lines here. */
const MOST_LINES = 3

export interface Trouble<Place extends Site> {
  /** Starts the market's server with the provider's settings. */
  open: (env: Record<string, string>) => Promise<Place>
  weather: Weather
  /** Without workers nobody sweeps, and nothing is waited for in the end but the last answer. */
  workers: 'inline' | 'off'
  call: Shopping['call']
  buyers: number
  /** Each buyer pauses up to this before a purchase. */
  thinkMs: number
  listings: number
  /** The trouble while they buy; it ends once `isOver`, because a promise is broken already. */
  happens: (site: Place, isOver: () => boolean) => Promise<Figures>
}

/**
 * Neighbours buy at a market of its own while something happens to it. In the end each card that was charged has its
 * purchase, what anybody was told is true, nothing is overdue, and the books are right.
 * @param look at what is left, before it is gone
 */
export async function inTrouble<Place extends Site>(
  market: DrillMarket,
  trouble: Trouble<Place>,
  look: (site: Place) => Promise<void> = () => Promise.resolve(),
): Promise<Figures> {
  const world = await openCardWorld(market, trouble.weather)
  try {
    const site = await trouble.open({ ...world.env, WORKERS: trouble.workers })
    try {
      world.deliverTo(site.url)
      const words: Word[] = []
      const happened = await whileShopping(market, site, trouble, { world, words })
      Object.assign(world.weather, { dropped: 0, lost: 0 })
      await world.delivered()
      if (trouble.workers === 'inline') await untilQuiet(site.ctx)
      await site.stopServer()
      const figures = await reckon(site.ctx, market.ctx.db, words)
      await look(site)
      await demandNoAlarms(site.ctx)
      // Past the comparison's patience with what is on its way.
      site.clock.advance({ minutes: 60 })
      return { ...happened, ...world.counts, ...figures, ...(await audited(site.ctx)) }
    } finally {
      await world.end()
      await site.stop()
    }
  } finally {
    await world.stop()
  }
}

async function whileShopping<Place extends Site>(
  { random }: DrillMarket,
  site: Place,
  { call, buyers, thinkMs, listings, happens }: Trouble<Place>,
  errand: { world: CardWorld; words: Word[] },
): Promise<Figures> {
  const join = (firstName: string) =>
    new TestClient(site.url).signIn({ email: `${randomUUID()}@example.com`, firstName })
  const seller = await join('Nora')
  const items = await buildListings({ ...site, random }, [seller.user.id], listings, '0.01')
  const shoppers = await Promise.all(Array.from({ length: buyers }, () => join('Ben')))
  let over = false
  const trips = shoppers.map(async (buyer) => {
    while (!over && items.length > 0) {
      const itemIds = items.splice(-1 - Math.floor(random() * MOST_LINES))
      await sleep(random() * thinkMs)
      if (await shop({ random, buyer, seller, itemIds, call, ...errand })) items.unshift(...itemIds)
    }
  })
  const bought = Promise.all(trips)
  bought.catch(() => (over = true))
  const figures = await happens(site, () => over).finally(() => (over = true))
  await bought
  return figures
}
