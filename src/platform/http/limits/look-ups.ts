import type { Context } from '../../context.ts'
import { createLimiter, type Limiter } from './limiter.ts'

/** All of a market together ask the geocoder once a second: no member and no address takes it from the others. */
export const lookUpLimiter = (ctx: Context): Limiter =>
  createLimiter(ctx, { keyPrefix: 'look-up', points: 20, duration: 600 })
