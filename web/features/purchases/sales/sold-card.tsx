import type { ReactNode } from 'react'
import type { Sale } from '../../../../src/modules/purchasing/contract.ts'
import { rich, t } from '../../../lib/t.ts'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { sectionOf } from '../order.ts'
import { OrderLines } from '../order-lines.tsx'
import { saleSteps } from './sale-steps.ts'
import { Timeline } from '../timeline.tsx'
import { TradeCard } from '../trade-card.tsx'

/** The frame of a sale's card. */
export function saleCardOf({ id, title, category, photos, purchasedAt, buyer, lines }: Sale) {
  const name = buyer.firstName ?? t('the buyer')
  return {
    title,
    photo: photos[0],
    listing: lines.length === 1 ? { id, category } : undefined,
    when: (
      <>
        {purchasedAt
          ? rich('Sold to {name} {when}', { name, when: <TimeAgo at={purchasedAt} /> })
          : t('Sold to {name}', { name })}
      </>
    ),
  }
}

/** A sale that nothing is awaited of, as its seller sees it. */
export function SoldCard({ sale, open, ended }: { sale: Sale; open: boolean; ended: ReactNode }) {
  return (
    <TradeCard
      {...saleCardOf(sale)}
      badge={
        sectionOf(sale) === 'completed'
          ? { text: t('Delivered'), tone: 'save' }
          : { text: t('Cancelled'), tone: 'plain' }
      }
      row={{ action: t('Details'), open }}
      progress={<Timeline steps={saleSteps(sale)} />}
    >
      {ended}
      {sale.lines.length > 1 && <OrderLines lines={sale.lines} you="seller" />}
    </TradeCard>
  )
}
