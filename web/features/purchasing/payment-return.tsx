import { useEffect, useEffectEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { messageFrom } from '../../lib/api.ts'
import { toast } from '../../ui/toast.ts'
import { finishPurchase, refreshAfterPurchase } from './api.ts'

const TO_INBOX_MS = 1000

/** Where a bank sends the buyer back to; the card provider adds what became of the payment. */
export function returnUrl(listingId: string): string {
  return `${window.location.origin}/purchases?${new URLSearchParams({ item: listingId }).toString()}`
}

/** Takes up a payment whose bank wanted a page of its own. */
export function PaymentReturn() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [listingId, paymentId] = [query.get('item'), query.get('payment_intent')]
  const takeUp = useEffectEvent(async () => {
    if (listingId === null || paymentId === null) return
    // The address holds the payment's secret: it must not stay in the history.
    await navigate('/purchases', { replace: true })
    try {
      await finishPurchase(listingId, paymentId)
      toast({ title: 'Purchase successful!', description: 'Check your inbox for coordination details.' })
      setTimeout(() => void navigate('/inbox'), TO_INBOX_MS)
    } catch (error) {
      toast({ title: 'Purchase failed', description: messageFrom(error, 'Payment failed'), tone: 'danger' })
    }
    await refreshAfterPurchase()
  })
  useEffect(() => void takeUp(), [listingId, paymentId])
  return null
}
