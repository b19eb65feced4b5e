import { type Said, say, words } from '../../platform/language/words.ts'
import type { AgeRange } from '../identity/contract.ts'

interface Attribute {
  /** As its choices, hints and legend, a message: whoever shows it says it in the reader's language. */
  label: string
  /** Its choices, and their names for people; in this order wherever one is chosen. */
  choices?: Readonly<Record<string, string>>
  /** All of them under headings, where one list is too long to look through. */
  groups?: Readonly<Record<string, readonly string[]>>
  /** More about a choice, where there is room. */
  hints?: Readonly<Record<string, string>>
  /** The first value of a form. Without this, a listing may have none. */
  starts?: string
  /** The one category whose listings have it. */
  ofCategory?: string
  /** The unit in which an amount, or a choice, of it is written. */
  unit?: string
  filter?: Filter
  /** Words for the analysis about the choices, to suggest one; its answer is in `analysis/contract.ts`. */
  suggested?: string
}

interface Filter {
  /** In the address bar, `GET /api/items` and saved searches. */
  name: string
  legend: string
  /** A found listing has the same, at most as much as asked for, or is so at all. */
  finds: 'same' | 'at most' | 'so'
  /** The column of `search_entry`. */
  column: string
  /** The column of `search_entry` with all its choices, where a listing has more than one. */
  spans?: string
  /** The column of `saved_search`, where it has another name. */
  kept?: string
  /** The choices of the filter, where those aren't the attribute's own choices. */
  choices?: Readonly<Record<string, string>>
}

/** As clothes are labelled: the ages that members tell of their children, too. */
const AGES: Record<AgeRange, string> = {
  newborn: words('Newborn'),
  '0-3mo': words('0-3 months'),
  '3-6mo': words('3-6 months'),
  '6-12mo': words('6-12 months'),
  '12-18mo': words('12-18 months'),
  '18-24mo': words('18-24 months'),
  '2T-3T': words('2T-3T'),
  '4T-5T': words('4T-5T'),
  '6-7y': words('6-7 years'),
  '8-9y': words('8-9 years'),
  '10-11y': words('10-11 years'),
  '12-14y': words('12-14 years'),
}

/** Children's shoes by two of Europe's sizes each, which are one or two of America's. */
const SHOES = {
  'shoe-16-17': words('Shoes 1-2 (EU 16-17)'),
  'shoe-18-19': words('Shoes 3-4 (EU 18-19)'),
  'shoe-20-21': words('Shoes 5 (EU 20-21)'),
  'shoe-22-23': words('Shoes 6-7 (EU 22-23)'),
  'shoe-24-25': words('Shoes 8-9 (EU 24-25)'),
  'shoe-26-27': words('Shoes 10 (EU 26-27)'),
  'shoe-28-29': words('Shoes 11 (EU 28-29)'),
  'shoe-30-31': words('Shoes 12-13 (EU 30-31)'),
  'shoe-32-33': words('Shoes 1Y-2Y (EU 32-33)'),
  'shoe-34-35': words('Shoes 3Y (EU 34-35)'),
  'shoe-36-37': words('Shoes 4Y-5Y (EU 36-37)'),
  'shoe-38-39': words('Shoes 6Y-7Y (EU 38-39)'),
}

const keysOf = <T extends object>(choices: T) => Object.keys(choices) as (keyof T & string)[]

/**
 * The attributes of a listing beyond its words: schemas, filters, saved searches, forms, cards and lists take it from here. Each is a
 * column of `listing`, as `ageSize` is `age_size`.
 *
 * Special, and therefore not in here: title, description and city, whose words are searched for (`browse/words.ts`); the
 * category, whose choices are rows with prices (`listing/category.ts`); the place and the distance (`listing/public-place.ts`);
 * photos and contact. A brand is a part of the title.
 */
export const ATTRIBUTES = {
  ageSize: {
    label: words('Age/Size'),
    choices: { ...AGES, ...SHOES },
    groups: { [words('Clothes')]: keysOf(AGES), [words('Shoes')]: keysOf(SHOES) },
    ofCategory: 'baby-clothes',
    filter: { name: 'size', legend: words('Size'), finds: 'same', column: 'age_size', spans: 'sizes' },
  },
  sizeTo: {
    label: words('Up to size'),
    choices: { ...AGES, ...SHOES },
    ofCategory: 'baby-clothes',
    unit: words('up to {amount}'),
  },
  bagCount: {
    label: words('In the bag'),
    unit: words('A bag of {amount}'),
    filter: {
      name: 'bag',
      legend: words('Only bags of several things'),
      finds: 'so',
      column: 'bag',
      choices: { only: words('Bags') },
    },
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
  card: ['bagCount', 'ageSize', 'sizeTo', 'condition'],
  /** To be chosen in the form of one item and of a batch; in a basket, too. */
  form: ['condition', 'ageSize'],
  /** Among the details of an item's page. */
  page: ['bagCount', 'condition', 'ageSize', 'sizeTo', 'weightLbs', 'deliveryOption'],
  /** In the sheet of filters, and as what has been chosen. */
  filters: ['ageSize', 'condition', 'tokenPrice', 'deliveryOption', 'bagCount'],
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
/** The first value in a form; null for those that a listing may lack. */
export const STARTS = Object.fromEntries(withChoices.map(([name, { starts = null }]) => [name, starts])) as {
  [A in Chosen]: A extends Optional ? ChoiceOf<A> | null : ChoiceOf<A>
}
export const OPTIONAL = CHOSEN.filter((name) => STARTS[name] === null) as Optional[]

/** Each filter with what it takes from its attribute. */
export const FILTERS = SHOWN.filters.map((name) => {
  const { choices, groups, ofCategory, filter }: Attribute & { filter: Filter & { name: FilterName } } =
    ATTRIBUTES[name]
  return { attribute: name, choices, groups, ofCategory, kept: filter.column, ...filter }
})

const ALONE = '{amount}'

/** As a message and its values; undefined where a listing has none. */
export function sayAttribute(name: AttributeName, value: string | number | null | undefined): Said | undefined {
  const { choices, unit }: Attribute = ATTRIBUTES[name]
  if (!value) return undefined
  const message = choices?.[value]
  if (message !== undefined && unit === undefined) return { message }
  return say(unit ?? ALONE, { amount: message === undefined ? value : { message } })
}

/** More about a choice. */
export function hintOf(name: AttributeName, value: string | number | null): string | undefined {
  const { hints = {} }: Attribute = ATTRIBUTES[name]
  return hints[value ?? '']
}

/** Its choices under their headings; all together under none where it has no groups. */
export function groupsOf({ choices = {}, groups }: Pick<Attribute, 'choices' | 'groups'>) {
  if (!groups) return [{ legend: undefined, choices }]
  return Object.entries(groups).map(([legend, names]) => ({ legend, choices: pick(choices, names) }))
}

/** Whether things of a category may have it. */
export function appliesTo(name: AttributeName, category: string): boolean {
  const { ofCategory = category }: Attribute = ATTRIBUTES[name]
  return ofCategory === category
}

export const pick = <T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
