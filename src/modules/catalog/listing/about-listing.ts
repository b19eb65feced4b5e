import { formatHundredths } from '../../../platform/decimal.ts'
import type { About } from '../../notifications/index.ts'
import { variantUrl } from '../constants.ts'

/** Columns of `listing` that a query for a notice selects. */
export const ABOUT = 'listing.photos[1] as photo, listing.age_size as "ageSize", listing.token_price as price'

export interface AboutRow {
  photo: string | null
  ageSize: string | null
  /** Hundredths. */
  price?: bigint
  /** From the member's place, or the one they search around, in whole kilometres; null where either is unknown. */
  km: number | null
}

/** The listing as its notice shows it. */
export const aboutListing = ({ photo, ageSize, price, km }: AboutRow): About => ({
  ...(photo !== null && { picture: variantUrl(photo, 320, 'webp') }),
  ...(ageSize !== null && { size: ageSize }),
  ...(km !== null && { km }),
  ...(price !== undefined && { tokens: formatHundredths(price) }),
})
