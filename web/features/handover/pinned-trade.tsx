import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Trade } from '../../../src/modules/handover/contract.ts'
import { countTokens } from '../../lib/format.ts'
import { addTokens } from '../../lib/token-cost.ts'
import { Photo } from '../listing/photo.tsx'
import { CancelSale } from '../trades/cancel-sale.tsx'
import { ConfirmDelivery } from '../trades/confirm-delivery.tsx'
import { isAwaited } from '../trades/order.ts'
import { LineBadge } from '../trades/order-lines.tsx'
import { PickupInfo } from '../trades/pickup-info.tsx'
import { ReportProblem } from '../trades/report-problem.tsx'
import { usePurchases, useSales } from '../purchasing/use-purchases.ts'
import { Held } from './held.tsx'
import { NextActions } from './next-actions.tsx'
import { NextStep } from './next-step.tsx'
import { useNow } from './use-now.ts'
import { useTrade } from './use-trade.ts'
import { isMyTurn, wordsFor } from './words.ts'

interface Props {
  purchaseId: string
  /** What takes the focus where a confirmation has removed its button. */
  headingId: string
}

/** The card of a trade on top of its conversation. */
export function PinnedTrade({ purchaseId, headingId }: Props) {
  const { data: trade } = useTrade(purchaseId)
  if (!trade) return <div className="min-h-14 border-y border-line bg-bg" />
  return (
    <PinnedCard trade={trade}>
      {trade.side === 'buyer' && <BuyerActions purchaseId={purchaseId} headingId={headingId} />}
      {trade.side === 'seller' && <SellerActions purchaseId={purchaseId} />}
    </PinnedCard>
  )
}

/** Releases the tokens without a code, and says that something is wrong. */
function BuyerActions({ purchaseId, headingId }: Props) {
  const { data: purchases } = usePurchases()
  const purchase = purchases?.find((one) => one.purchaseId === purchaseId)
  const toHeading = () => document.getElementById(headingId)?.focus()
  if (!purchase?.lines.some(isAwaited)) return null
  const open = purchase.lines.some(({ state }) => state === 'paid')
  return (
    <>
      <ConfirmDelivery purchase={purchase} inMenu={!open} onConfirmed={toHeading} />
      {open && <ReportProblem purchase={purchase} onReported={toHeading} />}
    </>
  )
}

function SellerActions({ purchaseId }: { purchaseId: string }) {
  const { data: sales } = useSales()
  const sale = sales?.find((one) => one.purchaseId === purchaseId)
  return sale?.lines.some(isAwaited) ? <CancelSale sale={sale} /> : null
}

interface CardProps {
  trade: Trade
  /** What can be done besides the next step. */
  children?: ReactNode
}

/** One line that says where a trade stands, and unfolds to all of it. */
function PinnedCard({ trade, children }: CardProps) {
  const id = useId()
  const now = useNow()
  // On a phone the words of the conversation come first.
  const [open, setOpen] = useState(() => window.matchMedia('(min-width: 48rem)').matches)
  const { turn, title } = wordsFor(trade, now)
  const [first] = trade.lines
  const wrong = trade.stage === 'problem'
  const awaited = trade.lines.some(isAwaited)
  return (
    <section aria-label="Trade" className={clsx('border-y', wrong ? 'border-y-2 border-danger' : 'border-line')}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={clsx(
          'flex min-h-14 w-full items-center gap-3 px-3 py-1.5 text-left -outline-offset-3 md:px-4',
          wrong ? 'bg-danger-soft' : isMyTurn(trade) ? 'bg-primary-soft' : 'bg-bg',
        )}
      >
        <Photo
          src={first?.photo ?? undefined}
          sizes="4rem"
          alt=""
          className="aspect-[4/3] w-14! shrink-0 rounded-input"
        />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm text-muted">
            <span className="sr-only">{trade.lines.length > 1 ? 'About the order: ' : 'About the item: '}</span>
            <bdi>{trade.title}</bdi>
          </span>
          <span className="block font-extrabold wrap-anywhere">
            {turn !== '' && <span className="sr-only">{turn}: </span>}
            {title}
          </span>
        </span>
        <ChevronDown size={20} aria-hidden className={clsx('shrink-0 text-muted', open && 'rotate-180')} />
      </button>
      <div
        id={id}
        tabIndex={0}
        role="group"
        aria-label="Details of the trade"
        className={clsx(
          'max-h-[60dvh] gap-3 overflow-y-auto bg-bg p-3 -outline-offset-3 md:max-h-[36dvh] md:gap-4 md:px-4',
          open ? 'grid md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:items-start' : 'hidden',
        )}
      >
        <NextStep as="h3" trade={trade} now={now}>
          {trade.stage === 'problem' && trade.problem && (
            <p className="mt-2 wrap-anywhere whitespace-pre-line">
              <q>{trade.problem.words}</q>
            </p>
          )}
          <NextActions trade={trade} now={now} />
        </NextStep>
        <div className="flex min-w-0 flex-col gap-3">
          {trade.pickup && trade.side === 'buyer' && <PickupInfo as="h3" pickup={trade.pickup} />}
          {awaited && <Held {...trade} tokens={heldOf(trade)} />}
          <Things trade={trade} />
          <div className="flex flex-wrap items-center gap-2">{children}</div>
        </div>
      </div>
    </section>
  )
}

/** Without the fee, which is the market's: what the seller will get. */
const heldOf = ({ lines }: Trade) => addTokens(...lines.filter(isAwaited).map(({ tokenPrice }) => tokenPrice))

/** All that is traded, each with how it stands where there are several. */
function Things({ trade: { lines } }: { trade: Trade }) {
  const several = lines.length > 1
  return (
    <ul aria-label="Things" className="flex flex-col divide-y divide-line">
      {lines.map(({ id, title, state, tokenPrice }, index) => (
        <li key={id ?? index} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
          {id === null ? (
            title
          ) : (
            <Link to={`/item/${id}`} className="link inline-flex min-h-11 items-center wrap-anywhere">
              {title}
            </Link>
          )}
          {several && (
            <span className="flex items-center gap-3">
              <span className="figures text-sm text-muted">{countTokens(tokenPrice)}</span>
              <LineBadge state={state} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
