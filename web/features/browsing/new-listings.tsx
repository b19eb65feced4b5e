import { ArrowUp } from 'lucide-react'
import useSWR from 'swr'
import type { ListingCard } from '../../../src/modules/catalog/contract.ts'
import { getPage } from '../../lib/api.ts'
import { keepFocus } from '../../lib/browser/focus.ts'
import type { Path } from '../../lib/endpoints.ts'
import { t } from '../../lib/t.ts'

const ASK_EVERY_MS = 60_000

interface Props {
  /** API path of the first page of results. */
  first: Path<ListingCard[]>
  shown: ListingCard[]
  onShow: () => void
}

/** Offers listings newer than those shown. The grid never changes by itself. */
export function NewListings({ first, shown, onShow }: Props) {
  const { data: latest } = useSWR(['latest', first], () => getPage(first), {
    refreshInterval: ASK_EVERY_MS,
    revalidateOnMount: false,
  })
  const newest = shown[0]?.createdAt ?? ''
  const fresh = latest?.answer.filter(({ createdAt }) => createdAt > newest).length ?? 0
  return (
    <div role="status" className="pointer-events-none sticky top-32 z-20 flex h-0 justify-center md:top-34">
      {fresh > 0 && (
        <button
          ref={keepFocus}
          type="button"
          onClick={onShow}
          className="pointer-events-auto flex h-11 animate-fade items-center gap-2 rounded-full bg-primary px-5 font-semibold text-on-primary shadow-2 hover:bg-primary-strong"
        >
          <ArrowUp size={18} aria-hidden />{' '}
          {t('{count, plural, one {# new item} other {# new items}}', { count: fresh })}
        </button>
      )}
    </div>
  )
}
