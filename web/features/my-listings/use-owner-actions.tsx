import { type ReactNode, useState } from 'react'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { refresh } from '../../lib/use-api.ts'
import { useAction } from '../../lib/use-action.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { useCompareLabel } from '../listing/use-compare-label.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'

const ConfirmDialog = lazyDialog(() => import('../../ui/overlays/confirm-dialog.tsx'))

interface OwnerActions {
  /** Withdraws what is available, relists what is withdrawn. */
  toggle: () => void
  toggling: boolean
  askClaim: () => void
  askDelete: () => void
  /** The open confirmation dialog, to be rendered anywhere. */
  question: ReactNode
}

/** The owner's actions on a listing that is neither sold nor being bought. A refusal shows the server's message. */
export function useOwnerActions(listing: Listing, onDeleted?: () => void): OwnerActions {
  const [asking, setAsking] = useState<'claim' | 'delete'>()
  const close = () => setAsking(undefined)
  const label = useCompareLabel()
  const relist = () =>
    attempt(t('Failed to update item status.'), async () => {
      await label.send(listing, (recallsCompared) =>
        call('PATCH /api/items/:id', { params: { id: listing.id }, body: { status: 'available', recallsCompared } }),
      )
      toast({ title: t('Item relisted'), description: t('Neighbours can see and buy it again.') })
    })
  const toggle = useAction(() => (listing.status === 'withdrawn' ? relist() : withdraw(listing.id, relist)))
  const claim = () =>
    attempt(t('Failed to update item status.'), async () => {
      await call('PATCH /api/items/:id/claim', { params: { id: listing.id } })
      toast({ title: t('Item marked as claimed!') })
    })
  const remove = () =>
    attempt(t("The item couldn't be deleted."), async () => {
      await call('DELETE /api/items/:id', { params: { id: listing.id } })
      toast({ title: t('Item deleted') })
      onDeleted?.()
    })
  const question = (
    <>
      {label.question}
      {asking === 'claim' && (
        <ConfirmDialog
          title={t('Mark as claimed?')}
          description={
            listing.drawClosesAt
              ? t(
                  "You've chosen somebody yourself: no tokens move, and it leaves the grid for good. If neighbours were waiting for the draw, we tell them that you've chosen.",
                )
              : t('For an item given away outside this site: no tokens move, and it leaves the grid for good.')
          }
          confirm={t('Mark as Claimed')}
          onConfirm={claim}
          onOpenChange={close}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title={t('Delete this item?')}
          description={t('“{title}”, its photos and its conversations are removed. This cannot be undone.', {
            title: listing.title,
          })}
          confirm={t('Delete')}
          variant="danger"
          onConfirm={remove}
          onOpenChange={close}
        />
      )}
    </>
  )
  return {
    toggle: () => void toggle.run(),
    toggling: toggle.pending,
    askClaim: () => setAsking('claim'),
    askDelete: () => setAsking('delete'),
    question,
  }
}

const withdraw = (id: string, relist: () => Promise<void>) =>
  attempt(t('Failed to update item status.'), async () => {
    await call('PATCH /api/items/:id', { params: { id }, body: { status: 'withdrawn' } })
    toast({
      title: t('Item withdrawn'),
      description: t('Only you can see it now.'),
      action: { label: t('Undo'), onSelect: () => void relist() },
    })
  })

/** Refreshes everything that shows the listing, also after a refusal: then it was out of date. */
async function attempt(failure: string, action: () => Promise<void>): Promise<void> {
  try {
    await action()
  } catch (error) {
    toast({ title: t('Error'), description: messageFrom(error, failure), tone: 'danger' })
  }
  await refresh('/api/items', '/api/impact')
}
