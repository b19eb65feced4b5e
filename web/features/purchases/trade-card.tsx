import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link } from '../../lib/navigation.tsx'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { categoryLabel } from '../listing/labels.ts'
import { Photo } from '../listing/photo.tsx'

interface Props {
  title: string
  /** The listing that was bought or sold, with id null where it is gone; absent for an order of several things. */
  listing?: { id: string | null; category: string | null } | undefined
  /** The photo of an order of several: shown while it is folded, since each thing has its own. */
  photo?: string | undefined
  badge: { text: string; tone: 'lamp' | 'save' | 'plain' | 'danger' }
  /** As in 'Purchased 3 days ago'. */
  when: ReactNode
  /** The stages so far. */
  progress?: ReactNode
  /** Folded, it is a row: what comes next, and the words on the button that unfolds it, a quiet one where nothing does. */
  row?: { next?: ReactNode; action: string; mine?: boolean; open: boolean } | undefined
  /** Takes the focus: the card has just moved here from another section. */
  focused?: boolean
  /** In red: something is wrong. */
  alarming?: boolean
  children?: ReactNode
}

/** Actions: stacked on a phone, in a row elsewhere. */
export const ACTIONS = 'flex flex-col gap-2 sm:flex-row sm:flex-wrap sm:items-center sm:gap-3'

/** Something bought or sold, with its progress. */
export function TradeCard({
  title,
  listing,
  photo,
  badge,
  when,
  progress,
  row,
  focused = false,
  alarming = false,
  children,
}: Props) {
  const id = useId()
  const [chosen, setChosen] = useState<boolean>()
  // A card that has unfolded by itself stays so when another trade comes beside it: somebody may be writing in it.
  if (row && chosen === undefined && (row.open || focused)) setChosen(true)
  const open = row === undefined || chosen === true
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  const unfold = row && !(row.open && open) && (
    <Button
      variant={row.next ? (row.mine && !open ? 'primary' : 'quiet') : 'plain'}
      className={row.next ? 'max-sm:w-full' : '-my-2 -me-4 max-sm:-me-3 max-sm:w-11 max-sm:px-0'}
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={() => setChosen(!open)}
    >
      <span className={clsx(!row.next && 'max-sm:sr-only')}>{open ? t('Less') : row.action}</span>
      <ChevronDown size={18} aria-hidden className={clsx(open && 'rotate-180')} />
      <span className="sr-only">{title}</span>
    </Button>
  )
  return (
    <article
      className={clsx('rounded-card bg-surface p-4 md:p-5', alarming ? 'border-2 border-danger' : 'border border-line')}
    >
      <div className="flex gap-4">
        {(listing ?? !open) && (
          <Photo
            src={photo}
            sizes="(min-width: 48rem) 8rem, 6rem"
            alt=""
            className="aspect-[4/3] h-fit w-[min(6rem,25vw)]! shrink-0 rounded-input md:w-32!"
          />
        )}
        <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
          <p className="flex w-full flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-muted">
            {listing?.category && categoryLabel(listing.category)}
            <Badge tone={badge.tone}>{badge.text}</Badge>
          </p>
          <h3
            ref={heading}
            dir="auto"
            tabIndex={-1}
            className="text-base font-extrabold wrap-anywhere outline-none md:text-lg"
          >
            {listing && listing.id !== null ? (
              <Link to={`/item/${listing.id}`} className="rounded-input hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </h3>
          {open || !row.next ? (
            <div className="flex w-full items-center justify-between gap-x-3">
              <p className="text-sm text-muted">{when}</p>
              {!row?.next && unfold}
            </div>
          ) : (
            <p className={clsx('wrap-anywhere', row.mine ? 'font-extrabold text-primary' : 'text-muted')}>{row.next}</p>
          )}
        </div>
      </div>
      {open && (
        <div id={id}>
          {progress && <div className="mt-4">{progress}</div>}
          {children && <div className="mt-4 flex flex-col gap-4">{children}</div>}
        </div>
      )}
      {row?.next && unfold && <div className="mt-3">{unfold}</div>}
    </article>
  )
}
