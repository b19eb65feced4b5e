import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import type { StartedPurchase } from '../../../src/modules/purchasing/contract.ts'
import { messageFrom } from '../../lib/api.ts'
import { refresh } from '../../lib/keys.ts'
import Dialog from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { itemPath } from '../catalog/api.ts'
import { type DeliveryChoice, finishPurchase, refreshAfterPurchase, startPurchase } from './api.ts'
import { PaymentStep } from './payment-step.tsx'
import { PurchaseDetails } from './purchase-details.tsx'
import { PurchaseDone } from './purchase-done.tsx'
import { forgetPurchase } from './remembered-purchase.ts'

const TO_INBOX_MS = 1000

/** Details, then payment. It lives only while it is open, so closing it forgets the client secret, quote and address. */
export default function PurchaseDialog({
  item,
  onOpenChange,
}: {
  item: Listing
  onOpenChange: (open: boolean) => void
}) {
  const navigate = useNavigate()
  const [started, setStarted] = useState<StartedPurchase>()
  const [done, setDone] = useState(false)

  const proceed = async (choice: DeliveryChoice) => {
    try {
      setStarted(await startPurchase(item.id, choice))
    } catch (error) {
      toast({ title: 'Purchase failed', description: messageFrom(error, 'Please try again.'), tone: 'danger' })
      void refresh(itemPath(item.id))
    }
  }
  const paid = async (paymentIntentId: string) => {
    await finishPurchase(item.id, paymentIntentId)
    setDone(true)
    toast({ title: 'Purchase successful!', description: 'Check your inbox for coordination details.' })
    setTimeout(() => {
      void navigate('/inbox')
      void refreshAfterPurchase()
    }, TO_INBOX_MS)
  }
  const expired = () => {
    forgetPurchase(item.id)
    setStarted(undefined)
    void refresh(itemPath(item.id))
    toast({
      title: 'The reservation has ended',
      description: 'You have not been charged. Start again if you still want the item.',
    })
  }

  if (done) {
    return (
      <Dialog open onOpenChange={onOpenChange} title="It is yours!">
        <PurchaseDone item={item} />
      </Dialog>
    )
  }
  return (
    <Dialog open onOpenChange={onOpenChange} title={started ? 'Payment' : 'Complete Purchase'} description={item.title}>
      <p aria-hidden className="mb-4 flex gap-2">
        <span className="h-1.5 flex-1 rounded-full bg-primary" />
        <span className={`h-1.5 flex-1 rounded-full ${started ? 'bg-primary' : 'bg-line'}`} />
      </p>
      {started ? (
        <PaymentStep started={started} onPaid={paid} onExpired={expired} onCancel={() => onOpenChange(false)} />
      ) : (
        <PurchaseDetails item={item} onProceed={proceed} onCancel={() => onOpenChange(false)} />
      )}
    </Dialog>
  )
}
