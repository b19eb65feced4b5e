import { type AttributeName, ATTRIBUTES, CATEGORIES, sayAttribute } from '../../../src/modules/catalog/attributes.ts'
import { distance, weight } from '../../lib/look.ts'
import type { Said } from '../../../src/platform/language/words.ts'
import { t } from '../../lib/t.ts'

/** An admin's category shows under its own name: `garden-tools` → `Garden Tools`. */
export function categoryLabel(category: string): string {
  const builtIn = new Map(Object.entries(CATEGORIES)).get(category)
  if (builtIn !== undefined) return t(builtIn)
  return category.replace(/(^|-)(\w)/g, (_, hyphen, letter: string) => `${hyphen ? ' ' : ''}${letter.toUpperCase()}`)
}

/** An attribute of a listing, in words; null where it has none. */
export function inWords(name: AttributeName, value: string | number | null | undefined): string | null {
  if (name === 'weightLbs') return value ? weight(value) : null
  const said = sayAttribute(name, value)
  return said ? saidWords(said) : null
}

/** An amount, or another message, in its place. */
function saidWords({ message, values = {} }: Said): string {
  const plain = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' && 'message' in value ? t(value.message) : value,
  ])
  return t(message, Object.fromEntries(plain) as Record<string, string>)
}

/** Messages: `t(AGE_LABELS[size])` shows one. */
export const AGE_LABELS = ATTRIBUTES.ageSize.choices

/** Distances are shown in rings, from the centre of a cell: the innermost is an estimate. */
export const distanceLabel = (km: number): string => (km === 1 ? t('about {km}', { km: distance(km) }) : distance(km))
