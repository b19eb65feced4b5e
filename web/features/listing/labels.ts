import type { Condition, DeliveryOption } from '../../../src/modules/catalog/contract.ts'
import type { AgeRange } from '../../../src/modules/identity/contract.ts'

export const CATEGORY_LABELS = new Map([
  ['baby-clothes', 'Baby Clothes'],
  ['appliances', 'Appliances'],
  ['household', 'Household Items'],
  ['toys', 'Toys'],
  ['furniture', 'Furniture'],
  ['other', 'Other'],
])

/** An admin's category shows under its own name: `garden-tools` → `Garden Tools`. */
export function categoryLabel(category: string): string {
  return (
    CATEGORY_LABELS.get(category) ??
    category.replace(/(^|-)(\w)/g, (_, hyphen, letter: string) => `${hyphen ? ' ' : ''}${letter.toUpperCase()}`)
  )
}

export const CONDITION_LABELS: Record<Condition, string> = {
  'like-new': 'Like New',
  good: 'Good',
  fair: 'Fair',
  'well-used': 'Well Used',
}

export const CONDITION_HINTS: Record<Condition, string> = {
  'like-new': 'barely used, excellent condition',
  good: 'well maintained, minor wear',
  fair: 'used with visible wear',
  'well-used': 'heavily used but functional',
}

export const AGE_LABELS: Record<AgeRange, string> = {
  newborn: 'Newborn',
  '0-3mo': '0-3 months',
  '3-6mo': '3-6 months',
  '6-12mo': '6-12 months',
  '12-18mo': '12-18 months',
  '18-24mo': '18-24 months',
  '2T-3T': '2T-3T',
  '4T-5T': '4T-5T',
}

export const DELIVERY_LABELS: Record<DeliveryOption, string> = {
  both: 'Pickup or courier delivery',
  pickup: 'Pickup only',
  doordash: 'Courier delivery only',
}

/** Whole kilometres: distances are shown in rings, from the centre of a cell. */
export const distanceLabel = (km: number): string => (km === 1 ? 'about 1 km' : `${km} km`)
