import { type Said, say, words } from '../../platform/language/words.ts'
import type { AgeRange } from '../identity/contract.ts'

interface Attribute {
  /** As its choices, hints and legend, a message: whoever shows it says it in the reader's language. */
  label: string
  /** What it may be, and how people read that; in this order wherever one is chosen. */
  choices?: Readonly<Record<string, string>>
  /** More about a choice, where there is room. */
  hints?: Readonly<Record<string, string>>
  /** What a form begins with. Without this, a listing may have none. */
  starts?: string
  /** The one category whose listings have it. */
  ofCategory?: string
  /** How an amount of it is written. */
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
  /** The column of `search_entry`. */
  column: string
  /** The column of `saved_search`, where it has another name. */
  kept?: string
  /** What may be asked for, where that aren't the attribute's own choices. */
  choices?: Readonly<Record<string, string>>
}

/** As clothes are labelled: the ages that members tell of their children, too. */
const SIZES: Record<AgeRange, string> = {
  newborn: words('Newborn'),
  '0-3mo': words('0-3 months'),
  '3-6mo': words('3-6 months'),
  '6-12mo': words('6-12 months'),
  '12-18mo': words('12-18 months'),
  '18-24mo': words('18-24 months'),
  '2T-3T': words('2T-3T'),
  '4T-5T': words('4T-5T'),
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
    label: words('Age/Size'),
    choices: SIZES,
    ofCategory: 'baby-clothes',
    filter: { name: 'size', legend: words('Size'), finds: 'same', column: 'age_size' },
  },
  condition: {
    label: words('Condition'),
    choices: {
      'like-new': words('Like New'),
      good: words('Good'),
      fair: words('Fair'),
      'well-used': words('Well Used'),
    },
    hints: {
      'like-new': words('barely used, excellent condition'),
      good: words('well maintained, minor wear'),
      fair: words('used with visible wear'),
      'well-used': words('heavily used but functional'),
    },
    starts: 'good',
    filter: { name: 'condition', legend: words('Condition'), finds: 'same', column: 'condition' },
    suggested:
      'like-new (barely used), good (minor wear), fair (visible wear), well-used (heavy wear, works). Name wear that you see.',
  },
  tokenPrice: {
    label: words('Price'),
    filter: {
      name: 'maxPrice',
      legend: words('Price up to, in tokens'),
      finds: 'at most',
      column: 'token_price',
      kept: 'max_price',
    },
  },
  weightLbs: { label: words('Weight'), unit: words('{amount} lbs') },
  deliveryOption: {
    label: words('Delivery'),
    choices: {
      doordash: words('Courier delivery only'),
      pickup: words('Pickup only'),
      both: words('Pickup or courier delivery'),
    },
    starts: 'both',
    filter: {
      name: 'delivery',
      legend: words('Can come by courier'),
      finds: 'so',
      column: 'by_courier',
      choices: { courier: words('Courier delivery') },
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
  'baby-clothes': words('Baby Clothes'),
  appliances: words('Appliances'),
  household: words('Household Items'),
  toys: words('Toys'),
  furniture: words('Furniture'),
  other: words('Other'),
}

type Attributes = typeof ATTRIBUTES
export type AttributeName = keyof Attributes
type Filtered = (typeof SHOWN.filters)[number]
type Having<Property> = { [A in AttributeName]: Attributes[A] extends Property ? A : never }[AttributeName]

/** The attributes with choices. */
export type Chosen = Having<{ choices: object }>
export type ChoiceOf<A extends Chosen> = keyof Attributes[A]['choices'] & string
/** The attributes with choices that a listing may lack. */
export type Optional = Exclude<Chosen, Having<{ starts: string }>>
/** The attributes that a search names by one of their choices. */
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
  const { choices, ofCategory, filter }: Attribute & { filter: Filter & { name: FilterName } } = ATTRIBUTES[name]
  return { attribute: name, choices, ofCategory, kept: filter.column, ...filter }
})

/** As a message and its values; undefined where a listing has none. */
export function sayAttribute(name: AttributeName, value: string | null | undefined): Said | undefined {
  const { choices, unit = '{amount}' }: Attribute = ATTRIBUTES[name]
  if (!value) return undefined
  const message = choices?.[value]
  return message === undefined ? say(unit, { amount: value }) : { message }
}

/** More about a choice. */
export function hintOf(name: AttributeName, value: string | null): string | undefined {
  const { hints = {} }: Attribute = ATTRIBUTES[name]
  return hints[value ?? '']
}

/** Whether things of a category may have it. */
export function appliesTo(name: AttributeName, category: string): boolean {
  const { ofCategory = category }: Attribute = ATTRIBUTES[name]
  return ofCategory === category
}

export const pick = <T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
