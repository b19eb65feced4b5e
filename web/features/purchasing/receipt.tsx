import type { ReactNode } from 'react'
import { formatDollars, formatExact } from '../../lib/format.ts'
import { CoinGlyph } from '../../ui/coin-glyph.tsx'
import { Savings } from './savings.tsx'

const ITEM_FEE = 0.5
const PROCESSING_AND_SHIPPING = 3
const CARD_CHARGE = ITEM_FEE + PROCESSING_AND_SHIPPING

interface Props {
  /** Token amounts, and the fee in percent. */
  cost: { price: string; fee: string; total: string; percentage: string }
  /** US dollars. */
  courierFee: number | undefined
  category: string
}

/** Tokens and dollars in groups of their own, so that nobody mistakes one for the other. */
export function Receipt({ cost, courierFee, category }: Props) {
  return (
    <div className="figures overflow-hidden rounded-card border border-line">
      <Group tint="bg-lamp-soft text-lamp-text">
        <Line label="Item price" amount={`${formatExact(cost.price)} tokens`} />
        <Line label={`Transaction fee (${Number(cost.percentage)}%)`} amount={`${formatExact(cost.fee)} tokens`} />
        <Line
          strong
          label="Total tokens"
          amount={
            <span className="inline-flex items-center gap-1.5">
              <CoinGlyph /> {formatExact(cost.total)} tokens
            </span>
          }
        />
      </Group>
      <Group tint="">
        <Line label="Platform fee" amount={formatDollars(ITEM_FEE)} />
        <Line label="Processing and shipping" amount={formatDollars(PROCESSING_AND_SHIPPING)} />
        <Line strong label="Charged to your card" amount={formatDollars(CARD_CHARGE)} />
        {courierFee !== undefined && <Line label="Courier, paid to the courier" amount={formatDollars(courierFee)} />}
      </Group>
      <Savings category={category} className="border-t border-line px-4 py-3" />
    </div>
  )
}

function Group({ tint, children }: { tint: string; children: ReactNode }) {
  return (
    <dl className={`flex flex-col gap-1 px-4 py-3 not-first:border-t not-first:border-line ${tint}`}>{children}</dl>
  )
}

function Line({ label, amount, strong = false }: { label: string; amount: ReactNode; strong?: boolean }) {
  return (
    <div className={`flex justify-between gap-4 ${strong ? 'font-extrabold' : 'text-sm'}`}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  )
}
