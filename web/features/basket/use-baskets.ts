import type { Basket, Baskets } from '../../../src/modules/purchasing/basket/contract.ts'
import { path } from '../../lib/api.ts'
import { formatExact } from '../../lib/format.ts'
import { formatMoney } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'
import { useMember } from '../../lib/use-member.ts'
import { useGathered } from './gathered.ts'

const EMPTY: Baskets = { baskets: [], gone: [] }

interface Answer {
  /** Undefined while unknown. */
  data: Baskets | undefined
  error: unknown
  mutate: () => Promise<unknown>
}

/** The things to buy, a basket for each neighbour: a member's own, or what this browser keeps for a visitor. */
export function useBaskets(): Answer {
  const member = useMember()
  const gathered = useGathered()
  const own = useApi(member ? path('/api/baskets') : null)
  const preview = useApi(
    member === null && gathered.length > 0
      ? path('/api/baskets/preview', { query: { ids: gathered.join(',') } })
      : null,
    { keepPreviousData: true },
  )
  if (member) return own
  return member === null && gathered.length === 0 ? { ...preview, data: EMPTY, error: undefined } : preview
}

export const useBasketOf = (sellerId: string): Basket | undefined =>
  useBaskets().data?.baskets.find(({ seller }) => seller.id === sellerId)

export const buyable = ({ lines }: Basket) => lines.filter(({ reservedBy }) => reservedBy === null)

export const nameOf = ({ seller }: Pick<Basket, 'seller'>): string => seller.firstName ?? t('a neighbour')

/** `2 things from Maya · 6.03 tokens · $4.00` */
export function inALine(basket: Basket): string {
  return t('{count, plural, one {# thing} other {# things}} from {name} · {tokens} tokens · {dollars}', {
    count: buyable(basket).length,
    name: nameOf(basket),
    tokens: formatExact(basket.tokenTotal),
    dollars: formatMoney(basket.cardAmount),
  })
}
