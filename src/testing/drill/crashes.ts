import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { TestClient } from '../client.ts'
import { openCardWorld, type Weather } from './card-world.ts'
import { openCrashSite, type CrashSite } from './crash-site.ts'
import { demand, type DrillMarket, type Figures } from './drill.ts'
import { demandNoAlarms, reckon } from './reckon.ts'
import { shop, type Shopping, type Word } from './shop.ts'
import { audited, buildListings } from './trade-steps.ts'

/** Which ways from a card's payment to a paid purchase are open. */
export type Way = 'all' | 'webhook' | 'sweeper' | 'call'

export interface CrashSize {
  kills: number
  /** Of PostgreSQL, spread among the others; every second takes the server along. */
  databaseKills: number
  buyers: number
  way: Way
}

const LISTINGS_PER_KILL = 10
const QUIET_WITHIN_MS = 180_000

/**
 * Promise 2: the server and its database are killed again and again while neighbours buy, the provider's replies get
 * lost, and its events come doubled, unordered and late. In the end each card that was charged has its purchase, what
 * anybody was told is true, and the books are right. A way alone shows that none hides what another lacks.
 */
export async function crashes(market: DrillMarket, size: CrashSize): Promise<Figures> {
  const { way } = size
  const copies = { all: 2, webhook: 2, sweeper: 0, call: 0 }[way]
  const world = await openCardWorld(market, { ...STORM, copies })
  // Without workers nobody sweeps.
  const workers = way === 'all' || way === 'sweeper' ? 'inline' : 'off'
  const site = await openCrashSite({ ...world.env, WORKERS: workers }).catch(async (error: unknown) => {
    await world.stop()
    throw error
  })
  try {
    world.deliverTo(site.url)
    const words: Word[] = []
    const ending = await whileShopping({ ...market, ...site }, size, { world, words, call: CALLS[way] }, site)
    Object.assign(world.weather, { dropped: 0, lost: 0 })
    await world.delivered()
    await QUIET[way](site.ctx)
    await site.stopServer()
    const figures = await reckon(site.ctx, market.ctx.db, words)
    await demandAlone(site.ctx, way)
    await demandNoAlarms(site.ctx)
    // Past the comparison's patience with what is on its way.
    site.clock.advance({ minutes: 60 })
    return { ...ending, ...world.counts, ...figures, ...(await audited(site.ctx)) }
  } finally {
    await world.stop()
    await site.stop()
  }
}

const STORM: Weather = { dropped: 0.5, lost: 0.05, copies: 0, lateMs: 4000 }
const CALLS = { all: 'mostly', webhook: 'never', sweeper: 'never', call: 'always' } as const

async function whileShopping(
  market: DrillMarket,
  { kills, databaseKills, buyers, way }: CrashSize,
  errand: Pick<Shopping, 'world' | 'words' | 'call'>,
  site: CrashSite,
): Promise<Figures> {
  const { ctx, random } = market
  const join = (name: string) =>
    new TestClient(site.url).signIn({ email: `${randomUUID()}@example.com`, firstName: name })
  const seller = await join('Nora')
  const listings = await buildListings(market, [seller.user.id], (kills + databaseKills) * LISTINGS_PER_KILL, '0.01')
  const shoppers = await Promise.all(Array.from({ length: buyers }, () => join('Ben')))
  let shopping = true
  const trips = shoppers.map(async (buyer) => {
    for (let itemId = listings.pop(); shopping && itemId !== undefined; itemId = listings.pop())
      if (await shop({ random, buyer, seller, itemId, ...errand })) listings.unshift(itemId)
  })
  // A broken promise ends the kills as well.
  const broken = Promise.all(trips).then(() => undefined)
  broken.catch(() => (shopping = false))
  const every = Math.max(Math.round(kills / Math.max(databaseKills, 1)), 1)
  let databases = 0
  for (let kill = 0; kill < kills && shopping; kill += 1) {
    await sleep(100 + random() * 1000)
    if (way === 'all') await passTime(ctx, 0.3)
    if (kill % every !== every - 1 || databases === databaseKills) await site.killServer()
    else if (databases++ % 2 === 0) {
      await site.killDatabase(random() * 1000)
      await site.killServer()
    } else await site.killBoth()
  }
  await sleep(1000)
  shopping = false
  await broken
  return { 'kills of the server': kills, 'kills of PostgreSQL': databases }
}

/** For some reservations the time is up, and the sweeper looks. */
async function passTime({ db, queue }: Context, share: number): Promise<void> {
  await db.raw(
    `update purchase set expires_at = now()
     where state = 'reserved' and expires_at > now() and random() < ?`,
    [share],
  )
  await queue.boss.send('purchasing.sweep-reservations', {})
}

/** What a way needs until nothing is open any more. */
const QUIET: Record<Way, (ctx: Context) => Promise<void>> = {
  all: untilQuiet,
  sweeper: untilQuiet,
  // They have done their work when the last answer is there.
  webhook: () => Promise.resolve(),
  call: () => Promise.resolve(),
}

/** Lets the time pass that reservations, and jobs of dead workers, still had. */
async function untilQuiet(ctx: Context): Promise<void> {
  for (const deadline = Date.now() + QUIET_WITHIN_MS; ;) {
    await passTime(ctx, 1)
    await ctx.db.raw(
      `update pgboss.job set state = 'retry', start_after = now()
       where state = 'retry' or (state = 'active' and started_on < now() - interval '15 seconds')`,
    )
    await sleep(1000)
    const { rows } = await ctx.db.raw<{ rows: { open: number; jobs: number; failed: number }[] }>(`
      select (select count(*)::int from purchase where state in ('reserved', 'refund_due')) as open,
        (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()
           and name ~ '^(purchasing|messaging|wallet)' and name <> 'purchasing.sweep-reservations') as jobs,
        (select count(*)::int from pgboss.job where state = 'failed') as failed`)
    const { open, jobs, failed } = rows[0]!
    demand('jobs given up', failed, 0)
    if (open === 0 && jobs === 0) return
    if (Date.now() > deadline) demand('purchases and jobs still open', `${open} and ${jobs}`, '0 and 0')
  }
}

/** That the other ways were closed indeed. */
async function demandAlone({ db }: Context, way: Way): Promise<void> {
  if (way === 'all') return
  const { rows } = await db.raw<{ rows: { hooks: number; sweeps: number }[] }>(`
    select (select count(*)::int from card_event) as hooks,
      (select count(*)::int from pgboss.job where name = 'purchasing.sweep-reservations' and state = 'completed') as sweeps`)
  demand('webhooks were taken', (rows[0]?.hooks ?? 0) > 0, way === 'webhook')
  demand('the sweeper was there', (rows[0]?.sweeps ?? 0) > 0, way === 'sweeper')
}
