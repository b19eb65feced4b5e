import { Suspense, lazy, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Dispute } from '../../../src/modules/admin/contract.ts'
import { messageFrom } from '../../lib/api.ts'
import { countTokens } from '../../lib/format.ts'
import { refresh } from '../../lib/keys.ts'
import { formatDay } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { decideDispute } from './api.ts'

const load = () => import('../../ui/confirm-dialog.tsx')
const ConfirmDialog = lazy(load)

type Decision = 'release' | 'refund'

export function DisputeRow({ dispute }: { dispute: Dispute }) {
  const [asking, setAsking] = useState<Decision>()
  const { purchaseId, listingId, title, reason, buyer, seller } = dispute
  const tokens = countTokens(dispute.tokenPrice)
  const decide = async (decision: Decision) => {
    try {
      await decideDispute(purchaseId, decision)
      toast({ title: decision === 'release' ? 'Tokens released to the seller' : 'Everything goes back to the buyer' })
    } catch (error) {
      toast({ title: 'Update Failed', description: messageFrom(error, 'Failed to decide'), tone: 'danger' })
    } finally {
      await refresh('/api/admin')
    }
  }
  const question = {
    release: { title: 'Release the tokens?', text: `${tokens} go to ${nameOf(seller)}.`, confirm: 'Release' },
    refund: {
      title: 'Refund the buyer?',
      text: `${nameOf(buyer)} gets tokens and card fee back, and the listing is withdrawn.`,
      confirm: 'Refund',
    },
  }
  return (
    <article className="flex flex-col gap-2 p-4" aria-label={title}>
      <h3 className="font-extrabold wrap-anywhere">
        {listingId === null ? (
          title
        ) : (
          <Link to={`/item/${listingId}`} className="rounded-input hover:underline">
            {title}
          </Link>
        )}
      </h3>
      <p className="text-sm text-muted">
        {tokens} in escrow · {dispute.deliveryMethod === 'doordash' ? 'Courier' : 'Pickup'} · paid on{' '}
        {formatDay(dispute.purchasedAt)}, reported on {formatDay(dispute.disputedAt)}
      </p>
      <blockquote className="rounded-input bg-sunken p-3 wrap-anywhere whitespace-pre-line">{reason}</blockquote>
      <p className="text-sm wrap-anywhere">
        Buyer: <Person person={buyer} /> · Seller: <Person person={seller} />
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" onPointerEnter={() => void load()} onClick={() => setAsking('release')}>
          Release to seller
        </Button>
        <Button variant="quiet" onPointerEnter={() => void load()} onClick={() => setAsking('refund')}>
          Refund buyer
        </Button>
      </div>
      {asking && (
        <Suspense fallback={null}>
          <ConfirmDialog
            title={question[asking].title}
            description={`${question[asking].text} This cannot be undone.`}
            confirm={question[asking].confirm}
            variant={asking === 'refund' ? 'danger' : 'primary'}
            onConfirm={() => decide(asking)}
            onOpenChange={() => setAsking(undefined)}
          />
        </Suspense>
      )}
    </article>
  )
}

const nameOf = ({ firstName, lastName, email }: Dispute['buyer']) =>
  [firstName, lastName].filter(Boolean).join(' ') || email

function Person({ person }: { person: Dispute['buyer'] }) {
  return (
    <a href={`mailto:${person.email}`} className="link">
      {nameOf(person)}
    </a>
  )
}
