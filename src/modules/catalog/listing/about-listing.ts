import { formatHundredths } from '../../../platform/decimal.ts'
import type { About } from '../../notifications/index.ts'
import { sayAttribute } from '../attributes.ts'
import { variantUrl } from '../constants.ts'

/** Columns of `listing` that a query for a notice selects. */
export const ABOUT = `listing.photos[1] as photo, listing.bag_count as "bagCount", listing.age_size as "ageSize",
  listing.size_to as "sizeTo", listing.token_price as price`

export interface AboutRow {
  photo: string | null
  bagCount: number | null
  ageSize: string | null
  sizeTo: string | null
  /** Hundredths. */
  price?: bigint
  /** From the member's place, or the one they search around, in whole kilometres; null where either is unknown. */
  km: number | null
}

const TRAITS = ['bagCount', 'ageSize', 'sizeTo'] as const

/** The listing as its notice shows it. */
export const aboutListing = ({ photo, price, km, ...row }: AboutRow): About => ({
  ...(photo !== null && { picture: variantUrl(photo, 320, 'webp') }),
  traits: TRAITS.flatMap((name) => sayAttribute(name, row[name]) ?? []),
  ...(km !== null && { km }),
  ...(price !== undefined && { tokens: formatHundredths(price) }),
})
