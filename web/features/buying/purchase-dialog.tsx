import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from '../../lib/navigation.tsx'
import type { Purchase, StartedPurchase } from '../../../src/modules/purchasing/contract.ts'
import { ApiError, call, get, messageFrom, path } from '../../lib/api.ts'
import { formatCents } from '../../lib/look.ts'
import { rememberLeftPayment } from '../../lib/left-payment.ts'
import { t } from '../../lib/t.ts'
import { useWhileHere } from '../../lib/browser/use-while-here.ts'
import { addTokens, hundredths } from '../../lib/token-cost.ts'
import { refresh } from '../../lib/use-api.ts'
import Dialog from '../../ui/overlays/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { dismissToasts, toast } from '../../ui/toasts/toast.ts'
import {
  type DeliveryChoice,
  finishPurchase,
  type PurchaseOrder,
  refreshAfterPurchase,
  startPurchase,
  threadAbout,
} from './api.ts'
import { PaymentStep } from './payment/payment-step.tsx'
import { PurchaseDetails } from './purchase-details.tsx'
import { PurchaseDone } from './purchase-done.tsx'
import { forgetPurchase } from './remembered-purchase.ts'
import { type ListingToBuy, idsOf } from './listing-to-buy.ts'

interface Props {
  listings: ListingToBuy[]
  /** The member's own reservation, to be paid now: it may be of more than `listings`. */
  resume?: Purchase | undefined
  /** The paid order that they go along with. */
  addTo?: string | undefined
  onOpenChange: (open: boolean) => void
}

const success = () => ({
  title: t('Purchase successful!'),
  description: t('Check your inbox for coordination details.'),
})

const NOBODY = new Map<string, string>()

/**
 * Details, then payment. Leaving it in any way drops the client secret, quote and address, and gives up the reservation,
 * so that the tokens are back at once.
 */
export default function PurchaseDialog({
  listings,
  resume,
  addTo = resume?.addedTo ?? undefined,
  onOpenChange,
}: Props) {
  const navigate = useNavigate()
  const whileHere = useWhileHere()
  const [chosen, setChosen] = useState(listings)
  const [started, setStarted] = useState<StartedPurchase>()
  const [resuming, setResuming] = useState(resume !== undefined)
  const [done, setDone] = useState<Purchase>()
  const [notice, setNotice] = useState<string>()
  const [charge, setCharge] = useState<number>()
  const [refused, setRefused] = useState(NOBODY)

  const proceed = async (picked: ListingToBuy[], order: PurchaseOrder) => {
    try {
      setStarted(await startPurchase(idsOf(picked), order, addTo))
      setNotice(undefined)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'PRICE_CHANGED') {
        // Nothing is held. The buyer sees the new price and decides.
        const [now] = await Promise.all([readListings(idsOf(picked)).catch(() => picked), refreshListings(picked)])
        setChosen(now)
        const { tokens, cents } = changedIn(error)
        setCharge(cents)
        setNotice(changeOf({ tokens, cents }, picked.length))
        return
      }
      const reasons = refusalsIn(error, picked)
      void refreshListings(picked)
      if (reasons.size === 0) {
        toast({ title: t('Purchase failed'), description: messageFrom(error, t('Please try again.')), tone: 'danger' })
        return
      }
      setRefused(reasons)
      setNotice([...new Set(reasons.values())].map((reason) => reason.replace(/\.?$/, '.')).join(' '))
    }
  }
  const goOnWithout = () => {
    setChosen(chosen.filter(({ id }) => !refused.has(id)))
    setRefused(NOBODY)
    setNotice(undefined)
    setCharge(undefined)
  }
  const takeUp = useEffectEvent(async () => {
    if (!resume) return
    const ids = resume.lines.flatMap(({ id }) => id ?? [])
    const all = ids.length === 1 ? chosen : await readListings(ids).catch(() => chosen)
    setChosen(all)
    await proceed(all, {
      ...choiceOf(resume),
      expectedTotal: addTokens(resume.tokenPrice, resume.tokenFee),
      expectedCents: Number(hundredths(resume.cardAmount)),
    })
    setResuming(false)
  })
  useEffect(() => void takeUp(), [])
  const close = () => onOpenChange(false)
  const payment = useRef<'waits' | 'begun' | 'made'>('waits')
  const startedId = started?.purchaseId
  const abandon = useEffectEvent((purchaseId: string) => {
    if (payment.current !== 'made') void giveUp(chosen, purchaseId, addTo)
  })
  const hide = useEffectEvent(() => {
    // A payment that has begun may lead to the bank's own page.
    if (payment.current !== 'waits' || startedId === undefined) return
    rememberLeftPayment(startedId)
    flushSync(close)
  })
  useEffect(() => {
    if (startedId === undefined) return
    const onHide = () => hide()
    window.addEventListener('pagehide', onHide)
    return () => {
      window.removeEventListener('pagehide', onHide)
      abandon(startedId)
    }
  }, [startedId])
  const paid = async (paymentIntentId: string) => {
    if (!started) return
    const purchase = await finishPurchase(started.purchaseId, paymentIntentId)
    payment.current = 'made'
    setDone(purchase)
    toast(success())
  }
  // Only once the dialog has gone, whichever way: the page behind offers no purchase any more, and this dialog with it.
  useEffect(() => (done ? () => void refreshAfterPurchase() : undefined), [done])
  const expired = () => {
    forgetPurchase(idsOf(chosen), addTo)
    setStarted(undefined)
    void refreshListings(chosen)
    toast({
      title: t('The reservation has ended'),
      description: t(
        "You haven't been charged. Start again if you still want {count, plural, one {the item} other {the items}}.",
        { count: chosen.length },
      ),
    })
  }

  if (done) {
    const goOn = async () => {
      const thread = await threadAbout(done)
      whileHere(() => {
        // They say what this dialog has said, and would lie over the next step.
        dismissToasts()
        navigate(thread)
      })
    }
    return (
      <Dialog open onOpenChange={onOpenChange} title={chosen.length === 1 ? t('It is yours!') : t('They are yours!')}>
        <PurchaseDone purchaseId={done.purchaseId} listings={chosen} seller={done.seller} onGoOn={goOn} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      title={started || resuming ? t('Payment') : t('Complete Purchase')}
      description={
        chosen.length === 1
          ? chosen[0]?.title
          : t('{count, plural, one {# thing} other {# things}} in one pickup', { count: chosen.length })
      }
    >
      <p className="sr-only">{t('Step {step} of 2', { step: started || resuming ? 2 : 1 })}</p>
      <p aria-hidden className="mb-4 flex gap-2">
        <span className="h-1.5 flex-1 rounded-full bg-primary" />
        <span className={`h-1.5 flex-1 rounded-full ${started || resuming ? 'bg-primary' : 'bg-line'}`} />
      </p>
      {started && (
        <PaymentStep
          started={started}
          onPaid={paid}
          onPaying={(begun) => {
            if (payment.current !== 'made') payment.current = begun ? 'begun' : 'waits'
          }}
          onExpired={expired}
          onCancel={close}
        />
      )}
      {!started && resuming && <Spinner />}
      {!started && !resuming && (
        <PurchaseDetails
          listings={chosen}
          notice={notice}
          charge={charge}
          refused={refused}
          added={addTo !== undefined}
          onProceed={(order) => proceed(chosen, order)}
          onGoOn={goOnWithout}
          onCancel={close}
        />
      )}
    </Dialog>
  )
}

const pathOf = (id: string) => path('/api/items/:id', { params: { id } })
const readListings = (ids: string[]): Promise<ListingToBuy[]> => Promise.all(ids.map((id) => get(pathOf(id))))
const refreshListings = (chosen: ListingToBuy[]) =>
  refresh(...idsOf(chosen).map(pathOf), '/api/admin/settings', '/api/site')

/** The tokens with fee, and the cents, that it costs now, as far as they are others than were seen. */
function changedIn({ details }: ApiError) {
  const named = new Map(details.map(({ path: [field], message }) => [field, message]))
  const cents = named.get('expectedCents')
  return { tokens: named.get('expectedTotal'), cents: cents === undefined ? undefined : Number(cents) }
}

function changeOf({ tokens, cents }: ReturnType<typeof changedIn>, count: number): string {
  const price =
    (tokens !== undefined || cents === undefined) &&
    t(
      '{count, plural, one {The price has changed: it is {tokens} tokens now, with the fee. Do you still want it?} other {The price has changed: it is {tokens} tokens now, with the fee. Do you still want them?}}',
      { count, tokens: tokens ?? t('another') },
    )
  const card =
    cents !== undefined &&
    t(
      '{count, plural, one {The card payment has changed: it is {money} now. Do you still want it?} other {The card payment has changed: it is {money} now. Do you still want them?}}',
      { count, money: formatCents(cents) },
    )
  return [price, card].filter(Boolean).join(' ')
}

/**
 * The reasons for which things are not to be had, by id, with their titles; of one that is bought alone nothing is told
 * apart.
 */
function refusalsIn(error: unknown, chosen: ListingToBuy[]): Map<string, string> {
  if (!(error instanceof ApiError)) return NOBODY
  const named = error.details.flatMap(({ path: [field, index], message }) => {
    const listing = field === 'itemIds' && typeof index === 'number' ? chosen[index] : undefined
    if (!listing) return []
    return [
      [
        listing.id,
        message.includes(listing.title) ? message : t('“{title}”: {message}', { title: listing.title, message }),
      ] as const,
    ]
  })
  return new Map(named)
}

function choiceOf({ deliveryMethod, deliveryAddress }: Purchase): DeliveryChoice {
  return deliveryAddress === null ? { deliveryMethod } : { deliveryMethod, deliveryAddress }
}

async function giveUp(chosen: ListingToBuy[], purchaseId: string, addTo: string | undefined): Promise<void> {
  try {
    await call('POST /api/purchases/:id/give-up', { params: { id: purchaseId } })
    forgetPurchase(idsOf(chosen), addTo)
  } catch (error) {
    // Otherwise the reservation expires by itself.
    if (error instanceof ApiError && error.code === 'ALREADY_PAID') toast(success())
  } finally {
    await refreshAfterPurchase()
  }
}
