import type { AgeRange } from '../identity/contract.ts'

interface Attribute {
  label: string
  /** What it may be, and how people read that; in this order wherever one is chosen. */
  choices?: Readonly<Record<string, string>>
  /** More about a choice, where there is room. */
  hints?: Readonly<Record<string, string>>
  /** What a form begins with. Without this, a listing may have none. */
  starts?: string
  /** The one category whose listings have it. */
  only?: string
  unit?: string
  filter?: Filter
  /** What the analysis is told of the choices, to suggest one; its answer is in `analysis/contract.ts`. */
  suggested?: string
}

interface Filter {
  /** In the address bar, `GET /api/items` and saved searches. */
  name: string
  legend: string
  /** What is found has the same, at most as much as asked for, or is so at all. */
  finds: 'same' | 'at most' | 'so'
  /** Of `search_entry`. */
  column: string
  /** Of `saved_search`, where that is called otherwise. */
  kept?: string
  /** What may be asked for, where that aren't the attribute's own choices. */
  choices?: Readonly<Record<string, string>>
}

/** As clothes are labelled: the ages that members tell of their children, too. */
const SIZES: Record<AgeRange, string> = {
  newborn: 'Newborn',
  '0-3mo': '0-3 months',
  '3-6mo': '3-6 months',
  '6-12mo': '6-12 months',
  '12-18mo': '12-18 months',
  '18-24mo': '18-24 months',
  '2T-3T': '2T-3T',
  '4T-5T': '4T-5T',
}

/**
 * What a listing is beyond its words: schemas, filters, saved searches, forms, cards and lists take it from here. Each is a
 * column of `listing`, as `ageSize` is `age_size`.
 *
 * Special, and therefore not in here: title, description and city, whose words are searched for (`browse/words.ts`); the
 * category, whose choices are rows with prices (`listing/category.ts`); the place and the distance (`listing/public-place.ts`);
 * photos and contact. A brand is a part of the title.
 */
export const ATTRIBUTES = {
  ageSize: {
    label: 'Age/Size',
    choices: SIZES,
    only: 'baby-clothes',
    filter: { name: 'size', legend: 'Size', finds: 'same', column: 'age_size' },
  },
  condition: {
    label: 'Condition',
    choices: { 'like-new': 'Like New', good: 'Good', fair: 'Fair', 'well-used': 'Well Used' },
    hints: {
      'like-new': 'barely used, excellent condition',
      good: 'well maintained, minor wear',
      fair: 'used with visible wear',
      'well-used': 'heavily used but functional',
    },
    starts: 'good',
    filter: { name: 'condition', legend: 'Condition', finds: 'same', column: 'condition' },
    suggested:
      'like-new (barely used), good (minor wear), fair (visible wear), well-used (heavy wear, works). Name wear that you see.',
  },
  tokenPrice: {
    label: 'Price',
    filter: {
      name: 'maxPrice',
      legend: 'Price up to, in tokens',
      finds: 'at most',
      column: 'token_price',
      kept: 'max_price',
    },
  },
  weightLbs: { label: 'Weight', unit: 'lbs' },
  deliveryOption: {
    label: 'Delivery',
    choices: { doordash: 'Courier delivery only', pickup: 'Pickup only', both: 'Pickup or courier delivery' },
    starts: 'both',
    filter: {
      name: 'delivery',
      legend: 'Can come by courier',
      finds: 'so',
      column: 'by_courier',
      choices: { courier: 'Courier delivery' },
    },
  },
} as const satisfies Record<string, Attribute>

/** Where they are shown, in order. */
export const SHOWN = {
  /** On a card, and in the line under the title of an item's page. */
  card: ['ageSize', 'condition'],
  /** To be chosen in the form of one item and of a batch; in a basket, too. */
  form: ['condition', 'ageSize'],
  /** Among the details of an item's page. */
  page: ['condition', 'ageSize', 'weightLbs', 'deliveryOption'],
  /** In the sheet of filters, and as what has been chosen. */
  filters: ['ageSize', 'condition', 'tokenPrice', 'deliveryOption'],
} as const satisfies Record<string, readonly AttributeName[]>

export const CATEGORIES = {
  'baby-clothes': 'Baby Clothes',
  appliances: 'Appliances',
  household: 'Household Items',
  toys: 'Toys',
  furniture: 'Furniture',
  other: 'Other',
}

type Attributes = typeof ATTRIBUTES
type AttributeName = keyof Attributes
type Filtered = (typeof SHOWN.filters)[number]
type Having<Property> = { [A in AttributeName]: Attributes[A] extends Property ? A : never }[AttributeName]

/** Those with choices. */
export type Chosen = Having<{ choices: object }>
export type ChoiceOf<A extends Chosen> = keyof Attributes[A]['choices'] & string
/** Those of them that a listing may lack. */
export type Optional = Exclude<Chosen, Having<{ starts: string }>>
/** Those of them that are searched for by a choice. */
export type Sought = Chosen & Having<{ filter: { finds: 'same' } }>
export type FilterOf<A extends Filtered> = Attributes[A]['filter']['name']
export type FilterName = FilterOf<Filtered>

const withChoices = Object.entries<Attribute>(ATTRIBUTES).filter(([, { choices }]) => choices)
export const CHOSEN = withChoices.map(([name]) => name as Chosen)
/** What a form begins with; null for those that a listing may lack. */
export const STARTS = Object.fromEntries(withChoices.map(([name, { starts = null }]) => [name, starts])) as {
  [A in Chosen]: A extends Optional ? ChoiceOf<A> | null : ChoiceOf<A>
}
export const OPTIONAL = CHOSEN.filter((name) => STARTS[name] === null) as Optional[]

/** Each filter with what it takes from its attribute. */
export const FILTERS = SHOWN.filters.map((name) => {
  const { choices, only, filter }: Attribute & { filter: Filter & { name: FilterName } } = ATTRIBUTES[name]
  return { attribute: name, choices, only, kept: filter.column, ...filter }
})

/** In words; null where a listing has none. */
export function inWords(name: AttributeName, value: string | null | undefined): string | null {
  const { choices, unit }: Attribute = ATTRIBUTES[name]
  return value ? (choices?.[value] ?? `${value} ${unit}`) : null
}

/** More about a choice. */
export function hintOf(name: AttributeName, value: string | null): string | undefined {
  const { hints = {} }: Attribute = ATTRIBUTES[name]
  return hints[value ?? '']
}

/** Whether things of a category may have it. */
export function appliesTo(name: AttributeName, category: string): boolean {
  const { only = category }: Attribute = ATTRIBUTES[name]
  return only === category
}

/** Those properties alone. */
export const pick = <T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
