import { useEffect, useEffectEvent } from 'react'
import { useNavigate, useSearchParams } from '../../../lib/navigation.tsx'
import { messageFrom } from '../../../lib/api.ts'
import { useWhileHere } from '../../../lib/browser/use-while-here.ts'
import { t } from '../../../lib/t.ts'
import { toast } from '../../../ui/toasts/toast.ts'
import { finishPurchase, refreshAfterPurchase, threadAbout } from '../api.ts'

const TO_INBOX_MS = 1000

/** The address to which a bank sends the buyer back; the card provider appends the payment's id and outcome. */
export function returnUrl(purchaseId: string): string {
  return `${window.location.origin}/purchases?${new URLSearchParams({ purchase: purchaseId }).toString()}`
}

/** Whether nothing on the page has been begun: at most its heading, or the page itself, has the focus. */
const isIdle = () => document.activeElement?.matches('body, main, h1') ?? true

/** Finishes a payment that was confirmed on the bank's own page. */
export function PaymentReturn() {
  const navigate = useNavigate()
  const whileHere = useWhileHere()
  const [query] = useSearchParams()
  const [purchaseId, paymentId] = [query.get('purchase'), query.get('payment_intent')]
  const goOn = (thread: string) => {
    if (isIdle()) navigate(thread)
  }
  const finish = useEffectEvent(async () => {
    if (purchaseId === null || paymentId === null) return
    // The address holds the payment's secret: it must not stay in the history.
    navigate('/purchases', { replace: true })
    try {
      const purchase = await finishPurchase(purchaseId, paymentId)
      toast({ title: t('Purchase successful!'), description: t('Check your inbox for coordination details.') })
      setTimeout(() => void threadAbout(purchase).then((thread) => whileHere(() => goOn(thread))), TO_INBOX_MS)
    } catch (error) {
      toast({ title: t('Purchase failed'), description: messageFrom(error, t('Payment failed')), tone: 'danger' })
    }
    await refreshAfterPurchase()
  })
  useEffect(() => void finish(), [purchaseId, paymentId])
  return null
}
