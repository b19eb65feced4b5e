import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useState } from 'react'
import { Link } from '../../../lib/navigation.tsx'
import { waitsForMe } from '../../../../src/modules/handover/constants.ts'
import type { ListedPurchase, ListedSale, Trade } from '../../../../src/modules/handover/contract.ts'
import { aboutOf } from '../../../../src/modules/purchasing/constants.ts'
import { countTokens } from '../../../lib/format.ts'
import { t } from '../../../lib/t.ts'
import { addTokens } from '../../../lib/token-cost.ts'
import { Photo } from '../../listing/photo.tsx'
import { CancelSale } from '../../purchases/sales/cancel-sale.tsx'
import { ConfirmDelivery } from '../../purchases/confirm-delivery.tsx'
import { isAwaited } from '../../purchases/order.ts'
import { LineBadge } from '../../purchases/order-lines.tsx'
import { WhileThere } from '../../buying/while-there.tsx'
import { PickupInfo } from '../../purchases/pickup-info.tsx'
import { ReportProblem } from '../../purchases/report-problem.tsx'
import { Held } from './held.tsx'
import { NextActions } from './next-actions.tsx'
import { NextStep } from './next-step.tsx'
import { useNow } from '../../../lib/browser/use-now.ts'
import { useReadWhenDue } from './use-read-when-due.ts'
import { useTyping } from './use-typing.ts'
import { wordsFor } from './words.ts'

interface Props {
  purchase: ListedPurchase | null
  sale: ListedSale | null
  /** The heading takes the focus where a confirmation has removed its button. */
  headingId: string
}

/** The card of a trade beside its conversation, or on top of it where there is no room beside. */
export function PinnedTrade({ purchase, sale, headingId }: Props) {
  const [acted, setActed] = useState(false)
  const trade = (purchase ?? sale)?.trade
  const open = purchase?.lines.some(({ state }) => state === 'paid') ?? false
  useLayoutEffect(() => {
    // The button that was pressed is gone.
    if (acted && !open) document.getElementById(headingId)?.focus()
  }, [acted, open, headingId])
  useReadWhenDue(trade && [trade])
  if (!trade) return null
  const done = { onConfirmed: () => setActed(true), onReported: () => setActed(true) }
  return (
    <PinnedCard
      trade={trade}
      main={purchase && open && <ConfirmDelivery purchase={purchase} {...done} />}
      rest={
        <>
          {purchase && open && <ReportProblem purchase={purchase} {...done} />}
          {purchase && !open && <ConfirmDelivery purchase={purchase} {...done} inMenu />}
          {sale?.lines.some(isAwaited) && <CancelSale sale={sale} />}
        </>
      }
    />
  )
}

interface CardProps {
  trade: Trade
  /** The button that ends the trade well: always in sight. */
  main: ReactNode
  /** The other buttons. */
  rest: ReactNode
}

/** One line that says where a trade stands, and unfolds to all of it: by itself where, or once, it waits for the reader. */
function PinnedCard({ trade, main, rest }: CardProps) {
  const id = useId()
  const now = useNow()
  const mine = waitsForMe(trade)
  const [open, setOpen] = useState(() => mine || window.matchMedia('(min-width: 48rem)').matches)
  const [wasMine, setWasMine] = useState(mine)
  if (wasMine !== mine) {
    setWasMine(mine)
    setOpen(open || mine)
  }
  const [typing, setTyping] = useTyping()
  const shown = open && !typing
  const { turn, title } = wordsFor(trade, now)
  const [first] = aboutOf(trade.lines)
  const wrong = trade.stage === 'problem'
  return (
    <section
      aria-label={t('Trade')}
      data-pinned
      className={clsx(
        'flex min-h-0 flex-col border-y xl:h-full xl:border-0',
        // On a wide tablet the main button stands beside the line.
        'lg:max-xl:grid lg:max-xl:grid-cols-[minmax(0,1fr)_auto] lg:max-xl:grid-rows-[auto_minmax(0,1fr)]',
        wrong ? 'border-y-2 border-danger' : 'border-line',
      )}
    >
      <button
        type="button"
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => {
          setOpen(!shown)
          setTyping(false)
        }}
        className={clsx(
          'flex min-h-14 w-full shrink-0 items-center gap-3 px-3 py-1.5 text-start -outline-offset-3 md:px-4',
          wrong ? 'bg-danger-soft' : mine ? 'bg-primary-soft' : 'bg-bg',
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
            {turn !== '' && <span className="font-extrabold text-primary">{turn} · </span>}
            <span className="sr-only">{trade.lines.length > 1 ? t('About the order:') : t('About the item:')} </span>
            <bdi>{trade.title}</bdi>
          </span>
          <span className="block font-extrabold wrap-anywhere">{title}</span>
        </span>
        <ChevronDown size={20} aria-hidden className={clsx('shrink-0 text-muted', shown && 'rotate-180')} />
      </button>
      <div
        id={id}
        tabIndex={0}
        role="group"
        aria-label={t('Details of the trade')}
        className={clsx(
          'min-h-0 gap-3 overflow-y-auto bg-bg p-3 -outline-offset-3 md:gap-4 md:px-4 lg:max-xl:col-span-2 lg:max-xl:row-start-2 xl:flex-1 xl:content-start',
          shown ? 'grid md:max-xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:items-start' : 'hidden',
        )}
      >
        <NextStep as="h3" trade={trade} now={now}>
          <NextActions trade={trade} now={now} />
        </NextStep>
        <div className="flex min-w-0 flex-col gap-3">
          {trade.pickup && trade.side === 'buyer' && <PickupInfo as="h3" pickup={trade.pickup} />}
          {trade.lines.some(isAwaited) && <Held {...trade} tokens={heldOf(trade)} />}
          <Lines trade={trade} />
          {trade.side === 'buyer' && trade.takesMore && <WhileThere {...trade} />}
          <div className="flex flex-wrap items-center gap-2">{rest}</div>
        </div>
      </div>
      {shown && main && (
        <div className="flex shrink-0 items-center border-line bg-bg px-3 py-2 *:flex-1 max-lg:border-t md:px-4 xl:border-t lg:max-xl:col-start-2 lg:max-xl:row-start-1">
          {main}
        </div>
      )}
    </section>
  )
}

/** Without the fee, which is the market's: what the seller will get. */
const heldOf = ({ lines }: Trade) => addTokens(...lines.filter(isAwaited).map(({ tokenPrice }) => tokenPrice))

/** All that is traded, each with how it stands where there are several. */
function Lines({ trade: { lines } }: { trade: Trade }) {
  const several = lines.length > 1
  return (
    <ul aria-label={t('Things')} className="flex flex-col divide-y divide-line">
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
