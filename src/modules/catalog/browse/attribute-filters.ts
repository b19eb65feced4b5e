import { parseHundredths } from '../../../platform/decimal.ts'
import { FILTERS, type FilterName } from '../attributes.ts'

type Asked = Partial<Record<FilterName, string | undefined>>

/**
 * The ways of filtering, in SQL: what is asked of a column of `search_entry`, what of that a column of `saved_search` keeps
 * (null where nothing is asked), and whether the two fit. Values are from short lists or numbers: the contract has checked.
 */
const WAYS = {
  same: {
    asks: (column: string, value: string, spans?: string) =>
      spans === undefined
        ? `${column} = '${value}'`
        : `(${column} = '${value}' or coalesce(${spanned(spans, value)}, false))`,
    keeps: (value?: string) => value ?? null,
    fits: (kept: string, column: string, spans?: string) => {
      const several = spans === undefined ? '' : ` or search.${kept} = any (entry.${spans})`
      return `coalesce(search.${kept} = entry.${column}${several}, search.${kept} is null)`
    },
  },
  'at most': {
    asks: (column: string, value: string) => `${column} <= ${parseHundredths(value)}`,
    keeps: (value?: string) => (value === undefined ? null : String(parseHundredths(value))),
    fits: (kept: string, column: string) => `coalesce(search.${kept} >= entry.${column}, search.${kept} is null)`,
  },
  so: {
    asks: (column: string) => column,
    keeps: (value?: string) => value !== undefined,
    fits: (kept: string, column: string) => `(entry.${column} or not search.${kept})`,
  },
}

export const spanned = (column: string, value: string) => `${column} @> array['${value}']`

/**
 * The conditions on an entry. The only category that has something is said, too, so that its indexes serve.
 * @param several whether one of several sizes will do, which has no index
 */
export const attributeConditions = (asked: Asked, several = false): string[] =>
  FILTERS.flatMap(({ name, finds, column, ofCategory, spans }) => {
    const value = asked[name]
    if (value === undefined) return []
    const asks = WAYS[finds].asks(column, value, several ? spans : undefined)
    return [asks, ...(ofCategory === undefined ? [] : [`category = '${ofCategory}'`])]
  })

/** The conditions between `search` and `entry`. */
export const ATTRIBUTES_FIT = FILTERS.map(({ finds, kept, column, spans }) =>
  WAYS[finds].fits(kept, column, spans),
).join(' and ')

/** The columns of `saved_search`, and what each of them is bound to by its name. */
export const KEPT = FILTERS.map(({ kept }) => kept)
export const keptOf = (asked: Asked) =>
  Object.fromEntries(FILTERS.map(({ name, finds, kept }) => [kept, WAYS[finds].keeps(asked[name])]))
