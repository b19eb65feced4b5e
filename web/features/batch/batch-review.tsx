import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { User } from '../../../src/modules/identity/contract.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BatchBar } from './batch-bar.tsx'
import { BatchEditor } from './batch-editor.tsx'
import { BatchForAll } from './batch-for-all.tsx'
import type { BatchListing } from './batch-listing.ts'
import { isReady, needsOf } from './batch-needs.ts'
import { hasPlace } from './batch-place.tsx'
import { BatchRow } from './batch-row.tsx'
import type { useBatch } from './use-batch.ts'

const EDITOR = 'batch-editor'

/** Step 3: one row an item, of which one is open; what is missing is asked for where it is. */
export function BatchReview({ batch, member }: { batch: ReturnType<typeof useBatch>; member: User }) {
  const { listings } = batch
  const [open, setOpen] = useState<{ key: string; focus?: string | undefined; led?: number }>()
  const list = useRef<HTMLUListElement>(null)
  const placed = hasPlace(member)
  const submit = useAction((which: BatchListing[]) => batch.submit(member, which))

  const lead = () => {
    const gap = listings.find((listing) => !isReady(listing))
    if (!placed) document.getElementById('pickup-place')?.focus()
    else if (gap) {
      batch.explain(gap.key)
      setOpen({ key: gap.key, focus: needsOf(gap)[0]?.field, led: (open?.led ?? 0) + 1 })
    }
  }
  // A posted item is gone: the first that is left, and what is wrong in it, is where to go on.
  const [sent, setSent] = useState(0)
  const goOn = useEffectEvent(() => {
    // Somebody may be at work on another one by now.
    if (sent === 0 || open) return
    const refused = listings.find(({ errors }) => Object.keys(errors).length > 0)
    if (refused) setOpen({ key: refused.key, focus: Object.keys(refused.errors)[0] })
  })
  useEffect(() => goOn(), [sent])
  const post = async (which: BatchListing[]) => {
    setOpen(undefined)
    await submit.run(which)
    setSent((count) => count + 1)
  }
  /** @param last of which row the focus is on where none follows */
  const next = (from: number, last = from) => {
    const following = listings[from + 1]
    setOpen(following && { key: following.key })
    if (!following) list.current?.querySelectorAll<HTMLElement>('button[aria-expanded]')[last]?.focus()
  }

  if (listings.length === 0) {
    return (
      <EmptyState
        picture="box"
        title={t('Nothing left to review')}
        action={<Button onClick={batch.startOver}>{t('Start Over')}</Button>}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {/* A change that comes while they are being posted would be lost. */}
      {listings.length > 1 && (
        <div inert={batch.posting !== undefined} className="inert:opacity-60">
          <BatchForAll listings={listings} onApply={batch.applyToAll} />
        </div>
      )}
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-lg font-extrabold">{t('Your items')}</h2>
        <Button variant="plain" onClick={batch.startOver} className="-me-4">
          {t('Start Over')}
        </Button>
      </div>
      <ul ref={list} className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {listings.map((listing, index) => (
          <li key={listing.key} inert={batch.posting?.keys.includes(listing.key)} className="inert:opacity-60">
            <BatchRow
              listing={listing}
              position={index + 1}
              editor={EDITOR}
              open={open?.key === listing.key}
              onOpen={() => setOpen(open?.key === listing.key ? undefined : { key: listing.key })}
            />
            {open?.key === listing.key && (
              <BatchEditor
                id={EDITOR}
                listing={listing}
                photos={batch.photosOf(listing)}
                position={index + 1}
                focus={open.focus}
                led={open.led}
                last={index === listings.length - 1}
                onEdit={(values) => batch.edit(listing.key, values)}
                onHide={(photo, areas) => void batch.hide(listing.key, photo, areas)}
                onReanalyze={batch.byHand ? undefined : () => batch.reanalyze(listing)}
                onRemove={() => {
                  next(index, index - 1)
                  batch.remove(listing.key)
                }}
                onNext={() => {
                  batch.check(listing.key)
                  next(index)
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <BatchBar
        listings={listings}
        placed={placed}
        pending={submit.pending || batch.uploads.sending}
        posting={batch.posting}
        onLead={lead}
        onPostReady={() => void post(listings.filter(isReady))}
        onPostAll={() => void post(listings)}
      />
    </div>
  )
}
