import { setTimeout as sleep } from 'node:timers/promises'
import { openCrashSite, type CrashSite } from './crash-site.ts'
import { demand, type DrillMarket, type Figures } from '../drill.ts'
import { passTime } from '../quiet.ts'
import { inTrouble } from '../purchases/trouble.ts'

/** The ways from a card's payment to a paid purchase that are open. */
export type Way = 'all' | 'webhook' | 'sweeper' | 'call'

export interface CrashSize {
  kills: number
  /** PostgreSQL is killed so often, spread among the others; every second time the server is killed with it. */
  databaseKills: number
  buyers: number
  /** Each buyer pauses up to this before a purchase; none unless said. */
  thinkMs?: number
  way: Way
}

const LISTINGS_PER_KILL = 20
const WAYS = {
  all: { copies: 2, workers: 'inline', call: 'mostly' },
  webhook: { copies: 2, workers: 'off', call: 'never' },
  sweeper: { copies: 0, workers: 'inline', call: 'never' },
  call: { copies: 0, workers: 'off', call: 'always' },
} as const

/**
 * Promise 2: the server and its database are killed again and again while neighbours buy, the provider's replies get
 * lost, and its events come doubled, unordered and late. A way alone shows that none hides what another lacks.
 */
export function crashes(
  market: DrillMarket,
  { kills, databaseKills, buyers, thinkMs = 0, way }: CrashSize,
): Promise<Figures> {
  const { random } = market
  const { copies, workers, call } = WAYS[way]
  const every = Math.max(Math.round(kills / Math.max(databaseKills, 1)), 1)
  const happens = async (site: CrashSite, isOver: () => boolean) => {
    let [kill, databases] = [0, 0]
    for (; kill < kills && !isOver(); kill += 1) {
      await sleep(300 + random() * 1500)
      if (way === 'all') await passTime(site.ctx, 0.3)
      if (kill % every !== every - 1 || databases === databaseKills) await site.killServer()
      else if (databases++ % 2 === 1) await site.killBoth()
      else {
        await site.killDatabase(random() * 1000)
        await site.killServer()
      }
    }
    await sleep(1000)
    return { 'kills of the server': kill, 'kills of PostgreSQL': databases }
  }
  const weather = { dropped: 0.5, lost: 0.05, copies, lateMs: 4000 }
  const listings = (kills + databaseKills) * LISTINGS_PER_KILL
  return inTrouble(
    market,
    { open: openCrashSite, weather, workers, call, buyers, thinkMs, listings, happens },
    (site) => demandAlone(site, way),
  )
}

/** Checks that the other ways were closed indeed. */
async function demandAlone({ ctx: { db } }: CrashSite, way: Way): Promise<void> {
  if (way === 'all') return
  const { rows } = await db.raw<{ rows: { hooks: number; sweeps: number }[] }>(`
    select (select count(*)::int from card_event) as hooks,
      (select count(*)::int from pgboss.job where name = 'purchasing.sweep-reservations' and state = 'completed') as sweeps`)
  demand('webhooks were taken', (rows[0]?.hooks ?? 0) > 0, way === 'webhook')
  demand('the sweeper was there', (rows[0]?.sweeps ?? 0) > 0, way === 'sweeper')
}
