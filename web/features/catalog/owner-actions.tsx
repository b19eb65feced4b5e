import { Suspense, lazy, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { messageFrom } from '../../lib/api.ts'
import { refresh } from '../../lib/keys.ts'
import { useAction } from '../../lib/use-action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { claimListing, deleteListing, setListingStatus } from './api.ts'

const ConfirmDialog = lazy(() => import('../../ui/confirm-dialog.tsx'))

const EXPLANATIONS: Record<Listing['status'], string> = {
  available: 'Neighbours can see and buy it.',
  reserved: 'A neighbour is paying for it right now.',
  claimed: 'This item has been claimed',
  withdrawn: 'Hidden: only you can see it.',
}

/** What the owner sees instead of the purchase actions. */
export function OwnerActions({ item }: { item: Listing }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'claim' | 'delete'>()
  const toggle = useAction(() =>
    attempt('Failed to update item status.', async () => {
      await setListingStatus(item.id, item.status === 'withdrawn' ? 'available' : 'withdrawn')
    }),
  )
  const claim = () =>
    attempt('Failed to update item status.', async () => {
      await claimListing(item.id)
      toast({ title: 'Item marked as claimed!' })
    })
  const remove = () =>
    attempt('Failed to delete item.', async () => {
      await deleteListing(item.id)
      void navigate('/profile')
    })
  const close = () => setAsking(undefined)
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-2">
        <Badge tone="primary">Your item</Badge> <span className="text-sm text-muted">{EXPLANATIONS[item.status]}</span>
      </p>
      {item.status === 'available' && (
        <Button wide onClick={() => setAsking('claim')}>
          Mark as Claimed
        </Button>
      )}
      {(item.status === 'available' || item.status === 'withdrawn') && (
        <div className="grid grid-cols-2 gap-3">
          <Button variant="quiet" pending={toggle.pending} onClick={() => void toggle.run()}>
            {item.status === 'withdrawn' ? 'Relist' : 'Withdraw'}
          </Button>
          <Button variant="quiet" onClick={() => setAsking('delete')}>
            Delete
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
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
            description="The listing, its photos and its conversations are removed. This cannot be undone."
            confirm="Delete"
            variant="danger"
            onConfirm={remove}
            onOpenChange={close}
          />
        )}
      </Suspense>
    </div>
  )
}

async function attempt(failure: string, action: () => Promise<void>): Promise<void> {
  try {
    await action()
  } catch (error) {
    toast({ title: 'Error', description: messageFrom(error, failure), tone: 'danger' })
  }
  await refresh('/api/items', '/api/impact')
}
