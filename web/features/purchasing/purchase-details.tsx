import { useEffect, useRef, useState } from 'react'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import type { Quote } from '../../../src/modules/purchasing/contract.ts'
import { call } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import type { DeliveryChoice, PurchaseOrder } from './api.ts'
import { DeliveryMethodChoice } from './delivery-method-choice.tsx'
import { Receipt } from './receipt.tsx'
import { useTokenCost } from './use-token-cost.ts'

const ADDRESS_WANTED = 'Please enter a delivery address'
const QUOTE_EXPIRED = 'The quote is no longer valid. Please get a new one.'
/** The server's rule. */
const isAddress = (text: string) => text.trim().length >= 5

interface Props {
  listing: Listing
  /** Why it is asked for again: its price has changed. */
  notice?: string | undefined
  onProceed: (order: PurchaseOrder) => Promise<void>
  onCancel: () => void
}

/** Step 1: how the item gets here, and what it costs. */
export function PurchaseDetails({ listing, notice, onProceed, onCancel }: Props) {
  const cost = useTokenCost(listing.tokenPrice)
  const [method, setMethod] = useState<DeliveryChoice['deliveryMethod']>('message')
  const [address, setAddress] = useState('')
  const [addressError, setAddressError] = useState<string>()
  const [quote, setQuote] = useState<Quote>()
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
    try {
      const answer = await call('POST /api/delivery/quote', { body: { itemId: listing.id, dropoffAddress: address } })
      if (latest.current !== address) return
      setAddressError(undefined)
      setQuote(answer)
    } catch {
      setMethod('message')
      setQuote(undefined)
      toast({ title: 'Unable to get delivery quote. Try messaging the seller instead.', tone: 'danger' })
    }
  })
  const proceed = useAction(async () => {
    if (method === 'doordash' && !isAddress(address)) {
      setAddressError(ADDRESS_WANTED)
      return
    }
    const choice =
      method === 'message' ? { deliveryMethod: method } : { deliveryMethod: method, deliveryAddress: address }
    await onProceed({ ...choice, expectedTotal: cost.total })
  })
  return (
    <div className="flex flex-col gap-5">
      {notice !== undefined && (
        <p role="alert" className="rounded-input bg-lamp-soft p-3 font-semibold text-lamp-text">
          {notice}
        </p>
      )}
      <DeliveryMethodChoice
        courier={listing.deliveryOption !== 'pickup'}
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
      <Receipt cost={cost} courierFee={method === 'doordash' ? quote?.fee : undefined} category={listing.category} />
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="lamp" pending={proceed.pending} onClick={() => void proceed.run()}>
          Proceed to Payment
        </Button>
      </DialogActions>
    </div>
  )
}
