import type { DemoListing } from './demo-listing.ts'
import { APPLIANCES } from './listings/appliances.ts'
import { BABY_CLOTHES } from './listings/baby-clothes.ts'
import { FURNITURE } from './listings/furniture.ts'
import { HOUSEHOLD } from './listings/household.ts'
import { OTHER } from './listings/other.ts'
import { TOYS } from './listings/toys.ts'
import { YEAR } from './year.ts'

export const LISTINGS: DemoListing[] = [
  ...[...BABY_CLOTHES, ...TOYS, ...FURNITURE, ...HOUSEHOLD, ...APPLIANCES, ...OTHER],
  ...YEAR.listings,
]
