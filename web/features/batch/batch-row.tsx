import { ChevronDown, CircleAlert, CircleCheck } from 'lucide-react'
import { t } from '../../lib/t.ts'
import { categoryLabel, inWords } from '../listing/labels.ts'
import { Photo } from '../listing/photo.tsx'
import { useTokenPrice } from '../listing/use-categories.ts'
import type { BatchListing } from './batch-listing.ts'
import { type Need, needsOf } from './batch-needs.ts'

interface Props {
  listing: BatchListing
  position: number
  /** The id of the editor it opens. */
  editor: string
  open: boolean
  onOpen: () => void
}

/** One item of a batch at a glance: photo, title, size, what it costs, and whether anything is missing. */
export function BatchRow({ listing, position, editor, open, onOpen }: Props) {
  const price = useTokenPrice(listing.values.category)
  const { title, category, bagCount, ageSize, sizeTo } = listing.values
  const size = ageSize === null ? categoryLabel(category) : inWords('ageSize', ageSize)
  const told = [
    inWords('bagCount', typeof bagCount === 'number' ? bagCount : null),
    size,
    inWords('sizeTo', sizeTo),
    t('{price, plural, one {# token} other {# tokens}}', { price }),
  ]
  const [need] = needsOf(listing)
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={open ? editor : undefined}
      onClick={onOpen}
      className="flex min-h-22 w-full items-center gap-3 px-3 py-2 text-start hover:bg-sunken md:gap-4"
    >
      <Photo src={listing.photoUrls[0]} sizes="5rem" alt="" className="size-[4.25rem]! shrink-0 rounded-input" />
      <span className="min-w-0 flex-1 md:flex md:items-center md:gap-4">
        <span className="block min-w-0 flex-1">
          <span dir="auto" className="block truncate font-semibold">
            {title.trim() || t('Item {number}', { number: position })}
          </span>
          <span className="block truncate text-sm text-muted">{told.filter((word) => word !== null).join(' · ')}</span>
        </span>
        <span
          className={`flex items-center gap-1.5 text-sm font-semibold ${need ? 'text-lamp-text' : 'text-save'} md:shrink-0`}
        >
          {need ? <CircleAlert size={16} aria-hidden /> : <CircleCheck size={16} aria-hidden />}
          {stateOf(listing, need)}
        </span>
      </span>
      <ChevronDown size={20} aria-hidden className={`shrink-0 transition-transform ${open ? 'rotate-180' : ''}`} />
    </button>
  )
}

function stateOf({ manual }: BatchListing, need: Need | undefined): string {
  if (!need) return t('Ready')
  if (manual) return t('Manual entry required')
  return need.guessed ? t('Check this') : t('Needs {what}', { what: t(need.words) })
}
