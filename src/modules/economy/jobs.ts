import type { Context } from '../../platform/context.ts'
import { countMonths } from './months/count-months.ts'

export const economyJobs = (ctx: Context) => ({
  'economy.count-months': () => countMonths(ctx),
})
