import type { ReactNode } from 'react'
import { cardFeeCents } from '../../../src/modules/purchasing/constants.ts'
import { formatExact, formatPercent } from '../../lib/format.ts'
import { cardFeeNow, formatMoney, formatCents, itemFee, pageLook } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { CoinGlyph } from '../../ui/coin-glyph.tsx'
import { Savings } from './savings.tsx'

interface Props {
  /** Token amounts, and the fee in percent. */
  cost: { price: string; fee: string; total: string; percentage: string }
  courierFee: number | undefined
  categories: string[]
  /** Whether they go along with an order that is paid: nothing is charged for it again. */
  added?: boolean
}

/** Tokens and money in groups of their own, so that nobody mistakes one for the other. */
export function Receipt({ cost, courierFee, categories, added = false }: Props) {
  const count = categories.length
  const rate = formatPercent(cost.percentage)
  return (
    <div className="figures overflow-hidden rounded-card border border-line">
      <Group tint="bg-lamp-soft text-lamp-text">
        <Line
          label={count === 1 ? t('Item price') : t('Item prices')}
          amount={t('{tokens} tokens', { tokens: formatExact(cost.price) })}
        />
        <Line
          label={count === 1 ? t('Transaction fee ({rate})', { rate }) : t('Transaction fees ({rate} each)', { rate })}
          amount={t('{tokens} tokens', { tokens: formatExact(cost.fee) })}
        />
        <Line
          strong
          label={t('Total tokens')}
          amount={
            <span className="inline-flex items-center gap-1.5">
              <CoinGlyph /> {t('{tokens} tokens', { tokens: formatExact(cost.total) })}
            </span>
          }
        />
      </Group>
      <Group tint="">
        {count === 1 && <Line label={t('Platform fee')} amount={itemFee()} />}
        {!added && (
          <Line
            label={count === 1 ? t('Service fee') : t('Service fee, once')}
            amount={formatCents(pageLook().cardFee.orderCents)}
          />
        )}
        {count > 1 && <Line label={t('Platform fee for each thing')} amount={`${count} × ${itemFee()}`} />}
        <Line strong label={t('Charged to your card')} amount={<CardCharge {...chargeNow(count, added)} />} />
        {courierFee !== undefined && (
          <Line label={t('Courier, paid to the courier')} amount={formatMoney(courierFee)} />
        )}
      </Group>
      <Savings categories={categories} added={added} className="border-t border-line px-4 pt-3" />
    </div>
  )
}

interface Charge {
  count: number
  perOrder: string | number
  perItem: string | number
  total: string | number
  /** The currency of an order that was made; else it is what is charged now. */
  currency?: string
}

/** The charge that an order of so many things would have now. */
function chargeNow(count: number, added: boolean): Charge {
  const cardFee = cardFeeNow(added)
  const { orderCents, itemCents } = cardFee
  return { count, perOrder: orderCents / 100, perItem: itemCents / 100, total: cardFeeCents(cardFee, count) / 100 }
}

/** `$3.50`, or `$3.00 + 3 × $0.50 = $4.50`. */
export function CardCharge({ count, perOrder, perItem, total, currency }: Charge) {
  const money = (amount: string | number) => formatMoney(amount, currency)
  if (count === 1) return money(total)
  return (
    <>
      <span className="text-sm font-normal">
        {Number(perOrder) > 0 && <>{money(perOrder)} + </>}
        {count} × {money(perItem)} ={' '}
      </span>
      {money(total)}
    </>
  )
}

function Group({ tint, children }: { tint: string; children: ReactNode }) {
  return (
    <dl className={`flex flex-col gap-1 px-4 py-3 not-first:border-t not-first:border-line ${tint}`}>{children}</dl>
  )
}

function Line({ label, amount, strong = false }: { label: string; amount: ReactNode; strong?: boolean }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${strong ? 'font-extrabold' : 'text-sm'}`}>
      <dt>{label}</dt>
      <dd className="ms-auto text-end">{amount}</dd>
    </div>
  )
}
