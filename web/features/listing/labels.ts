import { ATTRIBUTES, CATEGORIES } from '../../../src/modules/catalog/attributes.ts'

/** An admin's category shows under its own name: `garden-tools` → `Garden Tools`. */
export function categoryLabel(category: string): string {
  return (
    new Map(Object.entries(CATEGORIES)).get(category) ??
    category.replace(/(^|-)(\w)/g, (_, hyphen, letter: string) => `${hyphen ? ' ' : ''}${letter.toUpperCase()}`)
  )
}

export const AGE_LABELS = ATTRIBUTES.ageSize.choices

/** Whole kilometres: distances are shown in rings, from the centre of a cell. */
export const distanceLabel = (km: number): string => (km === 1 ? 'about 1 km' : `${km} km`)
