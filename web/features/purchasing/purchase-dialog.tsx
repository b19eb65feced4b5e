import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import type { Purchase, StartedPurchase } from '../../../src/modules/purchasing/contract.ts'
import { ApiError, call, messageFrom, path } from '../../lib/api.ts'
import { addTokens } from '../../lib/token-cost.ts'
import { refresh } from '../../lib/use-api.ts'
import Dialog from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.ts'
import {
  type DeliveryChoice,
  finishPurchase,
  type PurchaseOrder,
  refreshAfterPurchase,
  startPurchase,
  threadAbout,
} from './api.ts'
import { PaymentStep } from './payment-step.tsx'
import { PurchaseDetails } from './purchase-details.tsx'
import { PurchaseDone } from './purchase-done.tsx'
import { forgetPurchase } from './remembered-purchase.ts'

interface Props {
  listing: Listing
  /** The member's own reservation, to be paid now. */
  resume?: Purchase | undefined
  onOpenChange: (open: boolean) => void
}

/**
 * Details, then payment. Closing it drops the client secret, quote and address, and gives up the reservation, so that
 * the tokens are back at once. A reload doesn't: the purchase continues.
 */
export default function PurchaseDialog({ listing, resume, onOpenChange }: Props) {
  const navigate = useNavigate()
  const [started, setStarted] = useState<StartedPurchase>()
  const [resuming, setResuming] = useState(resume !== undefined)
  const [done, setDone] = useState(false)

  const [notice, setNotice] = useState<string>()
  const proceed = async (order: PurchaseOrder) => {
    try {
      setStarted(await startPurchase(listing.id, order))
      setNotice(undefined)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'PRICE_CHANGED') {
        // Nothing is held. The buyer sees the new price and decides.
        await refresh(path('/api/items/:id', { params: { id: listing.id } }), '/api/admin/settings')
        setNotice(
          `The price has changed: it is ${error.details[0]?.message ?? 'another'} tokens now, with the fee. Do you still want it?`,
        )
        return
      }
      toast({ title: 'Purchase failed', description: messageFrom(error, 'Please try again.'), tone: 'danger' })
      void refresh(path('/api/items/:id', { params: { id: listing.id } }))
    }
  }
  const takeUp = useEffectEvent(async () => {
    if (!resume) return
    await proceed({ ...choiceOf(resume), expectedTotal: addTokens(resume.tokenPrice, resume.tokenFee) })
    setResuming(false)
  })
  useEffect(() => void takeUp(), [])
  const close = () => {
    onOpenChange(false)
    if (started && !done) void giveUp(listing.id, started.purchaseId)
  }
  const paid = async (paymentIntentId: string) => {
    await finishPurchase(listing.id, paymentIntentId)
    setDone(true)
    toast({ title: 'Purchase successful!', description: 'Check your inbox for coordination details.' })
  }
  // Only now: the page behind offers no purchase any more, and this dialog with it.
  const leave = (open: boolean) => {
    onOpenChange(open)
    void refreshAfterPurchase()
  }
  const goOn = async () => {
    const thread = await threadAbout(listing.id)
    void refreshAfterPurchase()
    await navigate(thread)
  }
  const expired = () => {
    forgetPurchase(listing.id)
    setStarted(undefined)
    void refresh(path('/api/items/:id', { params: { id: listing.id } }))
    toast({
      title: 'The reservation has ended',
      description: "You haven't been charged. Start again if you still want the item.",
    })
  }

  if (done) {
    return (
      <Dialog open onOpenChange={leave} title="It is yours!">
        <PurchaseDone listing={listing} onGoOn={goOn} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={started || resuming ? 'Payment' : 'Complete Purchase'}
      description={listing.title}
    >
      <p className="sr-only">Step {started || resuming ? 2 : 1} of 2</p>
      <p aria-hidden className="mb-4 flex gap-2">
        <span className="h-1.5 flex-1 rounded-full bg-primary" />
        <span className={`h-1.5 flex-1 rounded-full ${started || resuming ? 'bg-primary' : 'bg-line'}`} />
      </p>
      {started && (
        <PaymentStep listingId={listing.id} started={started} onPaid={paid} onExpired={expired} onCancel={close} />
      )}
      {!started && resuming && <Spinner />}
      {!started && !resuming && (
        <PurchaseDetails listing={listing} notice={notice} onProceed={proceed} onCancel={close} />
      )}
    </Dialog>
  )
}

function choiceOf({ deliveryMethod, deliveryAddress }: Purchase): DeliveryChoice {
  return deliveryAddress === null ? { deliveryMethod } : { deliveryMethod, deliveryAddress }
}

async function giveUp(listingId: string, purchaseId: string): Promise<void> {
  try {
    await call('POST /api/purchases/:id/give-up', { params: { id: purchaseId } })
    forgetPurchase(listingId)
  } catch (error) {
    // Otherwise the reservation expires by itself.
    if (error instanceof ApiError && error.code === 'ALREADY_PAID')
      toast({ title: 'Purchase successful!', description: 'Check your inbox for coordination details.' })
  } finally {
    await refreshAfterPurchase()
  }
}
