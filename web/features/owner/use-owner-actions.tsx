import { type ReactNode, useState } from 'react'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { call, messageFrom } from '../../lib/api.ts'
import { refresh } from '../../lib/use-api.ts'
import { useAction } from '../../lib/use-action.ts'
import { toast } from '../../ui/toast.ts'
import { lazyDialog } from '../../ui/lazy-part.tsx'

const ConfirmDialog = lazyDialog(() => import('../../ui/confirm-dialog.tsx'))

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
  const toggle = useAction(() => (listing.status === 'withdrawn' ? relist(listing.id) : withdraw(listing.id)))
  const claim = () =>
    attempt('Failed to update item status.', async () => {
      await call('PATCH /api/items/:id/claim', { params: { id: listing.id } })
      toast({ title: 'Item marked as claimed!' })
    })
  const remove = () =>
    attempt('Failed to delete item.', async () => {
      await call('DELETE /api/items/:id', { params: { id: listing.id } })
      toast({ title: 'Item deleted' })
      onDeleted?.()
    })
  const question = (
    <>
      {asking === 'claim' && (
        <ConfirmDialog
          title="Mark as claimed?"
          description="For an item given away outside this site: no tokens move, and it leaves the grid for good."
          confirm="Mark as Claimed"
          onConfirm={claim}
          onOpenChange={close}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title="Delete this item?"
          description={`“${listing.title}”, its photos and its conversations are removed. This cannot be undone.`}
          confirm="Delete"
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

const withdraw = (id: string) =>
  attempt('Failed to update item status.', async () => {
    await call('PATCH /api/items/:id', { params: { id }, body: { status: 'withdrawn' } })
    toast({
      title: 'Item withdrawn',
      description: 'Only you can see it now.',
      action: { label: 'Undo', onSelect: () => void relist(id) },
    })
  })

const relist = (id: string) =>
  attempt('Failed to update item status.', async () => {
    await call('PATCH /api/items/:id', { params: { id }, body: { status: 'available' } })
    toast({ title: 'Item relisted', description: 'Neighbours can see and buy it again.' })
  })

/** Refreshes everything that shows the listing, also after a refusal: then it was out of date. */
async function attempt(failure: string, action: () => Promise<void>): Promise<void> {
  try {
    await action()
  } catch (error) {
    toast({ title: 'Error', description: messageFrom(error, failure), tone: 'danger' })
  }
  await refresh('/api/items', '/api/impact')
}
