import { type ReactNode, useState } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { itemFee, platformFee } from '../../lib/look.ts'
import { rich, t } from '../../lib/t.ts'
import { formatExact } from '../../lib/format.ts'
import { loginPath } from '../../lib/return-to.ts'
import { useMember } from '../../lib/use-member.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { paintedPart } from '../../ui/lazy-part.tsx'
import { PricePill } from '../../ui/price-pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useIsBlocked } from '../identity/use-blocks.ts'
import { AddToPickup } from '../basket/add-to-pickup.tsx'
import { namesOf, orderWith } from '../purchases/order.ts'
import { Savings } from '../buying/savings.tsx'
import { useOrderToAddTo, usePurchases } from '../buying/use-purchases.ts'
import { useTokenCost } from '../buying/use-token-cost.ts'
import { BlockedNotice } from '../safety/blocked-notice.tsx'
import { sellerOf } from './seller.tsx'

const OwnerActions = paintedPart('owner', () => import('../my-listings/owner-actions.tsx'))
const AdminActions = paintedPart('admin', () => import('./admin-actions.tsx'))
const BuyActions = paintedPart('buy', () => import('../buying/buy-actions.tsx'))
const DrawPanel = paintedPart('draw', () => import('../buying/draw-panel.tsx'))

/** Price and what the viewer can do: buy, ask, log in, or manage an own item. */
export function ListingPanel({ listing }: { listing: Listing }) {
  const cost = useTokenCost(listing.tokenPrice)
  const member = useMember()
  const order = useOrderToAddTo(listing)
  const offered = (listing.status === 'available' || listing.status === 'reserved') && !listing.hiddenAt
  const forSale = offered && member?.id !== listing.userId
  return (
    <Card className="p-5 shadow-1">
      <span className="max-wide:hidden">
        <PricePill amount={listing.tokenPrice} size="lg" />
      </span>
      {forSale && (
        <>
          <p className="wide:mt-3">
            {rich('<b>{tokens} tokens</b> <muted>in all, with the {fee} fee</muted>', {
              tokens: formatExact(cost.total),
              fee: cost.fee,
              b: (text) => <span className="figures text-xl font-extrabold">{text}</span>,
              muted: (text) => <span className="text-muted">{text}</span>,
            })}
          </p>
          <p className="text-muted">
            {rich('and {fee} by card. FREE: no cash to the seller.', {
              fee: <span className="figures font-semibold text-ink">{order ? itemFee() : platformFee()}</span>,
            })}
          </p>
          <Savings
            categories={[listing.category]}
            added={order !== undefined}
            className="mt-3 rounded-input px-3 pt-2 text-sm"
          />
        </>
      )}
      <div className="mt-4">
        <Actions listing={listing} total={cost.total} />
      </div>
      {member?.isAdmin && member.id !== listing.userId && <AdminActions listing={listing} />}
    </Card>
  )
}

function Actions({ listing, total }: { listing: Listing; total: string }) {
  const member = useMember()
  // A dialog stays open when another neighbour gets the item meanwhile: somebody is writing or paying in it.
  const [busy, setBusy] = useState(false)
  if (member === undefined) return <Skeleton className="h-13" />
  const settled = !busy && settledFor(listing, member)
  if (!settled) return <Offer listing={listing} total={total} busy={busy} onDialog={setBusy} />
  return (
    <div className="flex flex-col gap-4">
      {settled}
      {listing.drawClosesAt && <DrawPanel listing={listing} />}
    </div>
  )
}

/** The panel of who can't buy it any more, or never could: its giver, its buyer, and all who come too late. */
function settledFor(listing: Listing, member: ReturnType<typeof useMember>): ReactNode {
  if (member?.id === listing.userId) return <OwnerActions listing={listing} />
  if (member && listing.buyerId === member.id) return <Bought listingId={listing.id} />
  if (listing.status === 'claimed') return <Notice>{t('This item has been claimed')}</Notice>
  return null
}

interface OfferProps {
  listing: Listing
  total: string
  /** One of its dialogs is open. */
  busy: boolean
  onDialog: (open: boolean) => void
}

function Offer({ listing, total, busy, onDialog }: OfferProps) {
  const member = useMember()
  const blocked = useIsBlocked(listing.userId)
  if (!busy && (listing.status === 'withdrawn' || listing.hiddenAt))
    return <Notice>{t('This item is no longer available')}</Notice>
  if (!member && listing.drawClosesAt) return <DrawPanel listing={listing} buy={null} />
  if (!member) {
    return (
      <div className="flex flex-col gap-3">
        <a href={loginPath(`/item/${listing.id}`)} className={buttonClass({ variant: 'lamp', size: 'lg', wide: true })}>
          {t('Log In to Purchase')}
        </a>
        <AddToPickup listing={listing} total={total} />
      </div>
    )
  }
  if (blocked) return <BlockedNotice member={sellerOf(listing)} />
  if (listing.blocked) return <Notice>{t("You and this neighbour can't write to or buy from each other.")}</Notice>
  const buy = <BuyActions listing={listing} total={total} balance={member.tokens} onDialog={onDialog} />
  return listing.drawClosesAt ? <DrawPanel listing={listing} buy={buy} /> : buy
}

function Notice({ children }: { children: string }) {
  return <p className="rounded-input bg-sunken p-3 text-center font-semibold">{children}</p>
}

function Bought({ listingId }: { listingId: string }) {
  const { data: purchases } = usePurchases()
  const others = orderWith(purchases, listingId)?.lines.filter(({ id }) => id !== listingId) ?? []
  return (
    <div className="rounded-input bg-save-soft p-3 text-save">
      <p className="font-semibold">{t('You bought this item.')}</p>
      {others.length > 0 && (
        <p className="wrap-anywhere">{t('In one order with {things}.', { things: namesOf(others) })}</p>
      )}
      <Link to="/purchases" className="font-semibold underline">
        {t('See your purchases')}
      </Link>
    </div>
  )
}
