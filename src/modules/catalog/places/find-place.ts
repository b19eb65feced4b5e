import type { Context } from '../../../platform/context.ts'
import { NotFound } from '../../../platform/errors.ts'
import { clientAddress } from '../../../platform/http/limits/client-address.ts'
import type { Http } from '../../../platform/http/http.ts'
import { lookUpLimiter } from '../../../platform/http/limits/look-ups.ts'
import { CATALOG_CODES } from '../contract.ts'

/**
 * The point of a city or a postcode. Whoever may be asking is told no more than hundredths of a degree, about 1 km.
 * @throws NotFound for a place that nobody knows
 * @throws Unavailable while the geocoder is away
 */
export function placeFinder(ctx: Context): (q: string, http: Http) => Promise<{ near: string }> {
  const limit = lookUpLimiter(ctx)
  return async (q, http) => {
    await limit.consume(clientAddress(http))
    const point = await ctx.geocoder.find(q)
    if (!point) {
      throw new NotFound("We don't know that place. Please try a city or a postcode.", CATALOG_CODES.PLACE_NOT_FOUND)
    }
    return { near: `${inHundredths(point.latitude)},${inHundredths(point.longitude)}` }
  }
}

/** Never `-0.00`. */
const inHundredths = (degrees: number) => (Math.round(degrees * 100) / 100 + 0).toFixed(2)
