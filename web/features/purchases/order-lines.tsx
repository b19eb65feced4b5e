import type { ReactNode } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { SaleLine } from '../../../src/modules/purchasing/contract.ts'
import type { PurchaseState } from '../../../src/modules/purchasing/states.ts'
import { words } from '../../../src/platform/language/words.ts'
import { countTokens } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { formatDay } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Photo } from '../listing/photo.tsx'

type Tone = 'lamp' | 'save' | 'plain' | 'danger'

const BADGES: Record<PurchaseState, { text: string; tone: Tone }> = {
  reserved: { text: words('Not paid'), tone: 'plain' },
  expired: { text: words('Not paid'), tone: 'plain' },
  paid: { text: words('Pending'), tone: 'lamp' },
  disputed: { text: words('Problem reported'), tone: 'danger' },
  delivered: { text: words('Delivered'), tone: 'save' },
  refund_due: { text: words('Cancelled'), tone: 'plain' },
  refunded: { text: words('Cancelled'), tone: 'plain' },
  refund_failed: { text: words('Cancelled'), tone: 'plain' },
}

/** The state of one line. */
export const LineBadge = ({ state }: { state: PurchaseState }) => (
  <Badge tone={BADGES[state].tone}>{t(BADGES[state].text)}</Badge>
)

/** The things of an order, each with what it costs and how it stands. `you`: whose eyes these are. */
export function OrderLines({ lines, you }: { lines: SaleLine[]; you: 'buyer' | 'seller' }) {
  return (
    <ul aria-label={t('Things')} className="flex flex-col divide-y divide-line">
      {lines.map((line, index) => (
        <li key={line.id ?? index} className="flex items-center gap-3 py-2 first:pt-0 last:pb-0">
          <Photo src={line.photos[0]} sizes="4rem" alt="" className="aspect-[4/3] w-16! shrink-0 rounded-input" />
          <div className="flex min-w-0 flex-1 flex-col items-start gap-1 sm:flex-row sm:items-center sm:justify-between sm:gap-3">
            <div className="min-w-0">
              <p dir="auto" className="font-semibold wrap-anywhere">
                <Title line={line} />
              </p>
              <p className="text-sm text-muted">
                <span className="figures">{countTokens(line.tokenPrice)}</span>
                <Note line={line} you={you} />
              </p>
            </div>
            <LineBadge state={line.state} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Title({ line: { id, title } }: { line: SaleLine }): ReactNode {
  if (id === null) return title
  return (
    <Link to={`/item/${id}`} className="rounded-input hover:underline">
      {title}
    </Link>
  )
}

/** After the price. */
function Note(props: { line: SaleLine; you: 'buyer' | 'seller' }): ReactNode {
  const note = noteOf(props)
  return note && ` · ${note}`
}

function noteOf({ line, you }: { line: SaleLine; you: 'buyer' | 'seller' }): string | undefined {
  if (line.deliveryConfirmedAt) return formatDay(line.deliveryConfirmedAt)
  if (!line.cancelledAt) return undefined
  const day = formatDay(line.cancelledAt)
  if (line.cancelledBy === 'clock') return t('refunded without an answer, {day}', { day })
  if (line.cancelledBy === 'admin') return t('by an admin, {day}', { day })
  return you === 'seller' ? t('by you, {day}', { day }) : t('by the seller, {day}', { day })
}
