import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import { readFor } from '../../platform/http/pages/read-for.ts'
import { monthOf } from '../wallet/index.ts'
import * as contract from './contract.ts'
import { previewTarget } from './health/preview-target.ts'
import { readMarket } from './health/read-market.ts'
import { readComing, readMonths } from './months/month-rows.ts'
import { economyTable, marketTable } from './months/month-tables.ts'
import { presentMonths } from './months/present-month.ts'

export function economyRoutes(api: Api, ctx: Context): void {
  const thisMonth = () => monthOf(ctx.clock.now(), ctx.site.timeZone)
  api.on(contract.getEconomy, ({ query, http }) =>
    readFor(ctx, http, async (db) => ({
      months: presentMonths(await readMonths(db)).slice(-query.months),
      coming: await readComing(db, thisMonth()),
    })),
  )
  api.on(contract.downloadEconomy, async ({ query, http }) => {
    const months = presentMonths(await readFor(ctx, http, (db) => readMonths(db))).slice(-query.months)
    http.attachment('outgrown-economy.csv')
    http.type = 'text/csv; charset=utf-8'
    http.body = economyTable(months)
  })
  api.on(contract.getMarket, ({ query }) => readMarket(ctx, query.months))
  api.on(contract.previewTarget, ({ query }) =>
    previewTarget(ctx, { target: Number(query.target), moves: query.moves }),
  )
  api.on(contract.downloadMarket, async ({ query, http }) => {
    const { months } = await readMarket(ctx, query.months)
    http.attachment('outgrown-market.csv')
    http.type = 'text/csv; charset=utf-8'
    http.body = marketTable(months)
  })
}

/** The last month that was counted, for whoever keeps figures over time. */
export function measureEconomy(ctx: Context, metrics: Metrics): void {
  metrics.gauge({
    name: 'market_month',
    help: 'The running month as it was counted last: tokens (supply, escrow, burnt, idle), members, listings, trades, and what goes wrong',
    labelNames: ['figure'],
    async read() {
      const [row] = await readMonths(ctx.db, 1)
      if (!row) return []
      const tokens = { supply: row.supply, escrow: row.escrow, burnt: row.burnt, idle: row.idle }
      const minted = Object.fromEntries(row.minted.map(({ reason, amount }) => [`minted_${reason}`, BigInt(amount)]))
      const { active_members, listings, trades, searches_missed, wants_unpaid, short_members, in_vain_members } = row
      const { on_offer, no_shows, problems, first_answer_minutes: minutes } = row
      const counts = { active_members, listings, trades, searches_missed, wants_unpaid, short_members, in_vain_members }
      const figures = {
        ...counts,
        on_offer,
        no_shows,
        problems,
        first_answer_minutes: minutes === null ? null : Number(minutes),
        factor: row.tenths / 10,
      }
      return [
        ...Object.entries({ ...tokens, ...minted }).map(([figure, amount]) => ({
          labels: { figure },
          value: Number(amount) / 100,
        })),
        ...Object.entries(figures).flatMap(([figure, value]) =>
          value === null ? [] : [{ labels: { figure }, value }],
        ),
      ]
    },
  })
}
