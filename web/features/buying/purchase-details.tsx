import { useEffect, useRef, useState } from 'react'
import { cardFeeCents } from '../../../src/modules/purchasing/constants.ts'
import type { Quote } from '../../../src/modules/purchasing/contract.ts'
import { words } from '../../../src/platform/language/words.ts'
import { call } from '../../lib/api.ts'
import { cardFeeNow } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { useDistance } from '../browsing/distance.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import type { DeliveryChoice, PurchaseOrder } from './api.ts'
import { DeliveryMethodChoice } from './delivery-method-choice.tsx'
import { Receipt } from './receipt.tsx'
import { type ListingToBuy, idsOf } from './listing-to-buy.ts'
import { ListingsToBuy } from './listings-to-buy.tsx'
import { useOrderCost } from './use-token-cost.ts'

const ADDRESS_WANTED = words('Please enter a delivery address')
const QUOTE_EXPIRED = words('The quote is no longer valid. Please get a new one.')
/** The server's rule. */
const isAddress = (text: string) => text.trim().length >= 5

interface Props {
  listings: ListingToBuy[]
  /** The reason for asking again: its price has changed. */
  notice?: string | undefined
  /** The reasons for which some are not to be had, by id. */
  refused: Map<string, string>
  /** The charge in cents that the server has named; else it is what this page adds up. */
  charge: number | undefined
  /** Whether they go along with an order that is paid: the way they get here is known. */
  added: boolean
  onProceed: (order: PurchaseOrder) => Promise<void>
  /** Leaves out what is refused. */
  onGoOn: () => void
  onCancel: () => void
}

/** Step 1: how the things get here, and what they cost. */
export function PurchaseDetails({ listings, notice, charge, refused, added, onProceed, onGoOn, onCancel }: Props) {
  const distance = useDistance(listings[0] ?? {})
  const cost = useOrderCost(listings.map(({ tokenPrice }) => tokenPrice))
  const [method, setMethod] = useState<DeliveryChoice['deliveryMethod']>('message')
  const [address, setAddress] = useState('')
  const [addressError, setAddressError] = useState<string>()
  const [quoted, setQuote] = useState<Quote & { itemId: string }>()
  // One courier fetches all; the quote was given for the way from one of them.
  const quote = quoted && idsOf(listings).includes(quoted.itemId) ? quoted : undefined
  // Below many things the press that brought it was far away.
  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'nearest' })
  }, [notice])
  // The address may change while a quote is fetched; then that quote is dropped.
  const latest = useRef(address)
  useEffect(() => {
    if (!quote) return
    const expire = () => {
      setQuote(undefined)
      setAddressError(QUOTE_EXPIRED)
    }
    const timer = setTimeout(expire, Date.parse(quote.expiresAt) - Date.now())
    return () => clearTimeout(timer)
  }, [quote])

  const askQuote = useAction(async () => {
    if (!isAddress(address)) {
      setAddressError(ADDRESS_WANTED)
      return
    }
    const [first] = listings
    if (!first) return
    try {
      const itemId = first.id
      const answer = await call('POST /api/delivery/quote', { body: { itemId, dropoffAddress: address } })
      if (latest.current !== address) return
      setAddressError(undefined)
      setQuote({ ...answer, itemId })
    } catch {
      if (latest.current !== address) return
      setMethod('message')
      setQuote(undefined)
      toast({ title: t('Unable to get delivery quote. Try messaging the seller instead.'), tone: 'danger' })
    }
  })
  const proceed = useAction(async () => {
    if (method === 'doordash' && !isAddress(address)) {
      setAddressError(ADDRESS_WANTED)
      return
    }
    const choice =
      method === 'message' ? { deliveryMethod: method } : { deliveryMethod: method, deliveryAddress: address }
    const expectedCents = charge ?? cardFeeCents(cardFeeNow(added), listings.length)
    await onProceed({ ...choice, expectedTotal: cost.total, expectedCents })
  })
  return (
    <div className="flex flex-col gap-5">
      {notice !== undefined && (
        <p ref={alert} role="alert" className="rounded-input bg-lamp-soft p-3 font-semibold text-lamp-text">
          {notice}
        </p>
      )}
      {(listings.length > 1 || refused.size > 0) && (
        <ListingsToBuy listings={listings} costs={cost.lines} refused={refused} />
      )}
      {added && <p>{t("In the same pickup as what you've already bought: same time, same code at the door.")}</p>}
      {!added && (
        <DeliveryMethodChoice
          courier={listings.every(({ deliveryOption }) => deliveryOption !== 'pickup')}
          distance={distance}
          method={method}
          onMethod={setMethod}
          address={address}
          addressError={addressError}
          onAddress={(text) => {
            latest.current = text
            setAddress(text)
            setAddressError(undefined)
            setQuote(undefined)
          }}
          quote={quote}
          quoting={askQuote.pending}
          onQuote={() => void askQuote.run()}
        />
      )}
      <Receipt
        cost={cost}
        courierFee={method === 'doordash' ? quote?.fee : undefined}
        categories={listings.map(({ category }) => category)}
        added={added}
      />
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        {refused.size === 0 && (
          <Button variant="lamp" pending={proceed.pending} onClick={() => void proceed.run()}>
            {t('Proceed to Payment')}
          </Button>
        )}
        {refused.size > 0 && refused.size < listings.length && (
          <Button variant="lamp" onClick={onGoOn}>
            {refused.size === 1 ? t('Continue without it') : t('Continue without them')}
          </Button>
        )}
      </DialogActions>
    </div>
  )
}
