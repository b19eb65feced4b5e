import type { ReactNode } from 'react'
import { Link } from '../../lib/navigation.tsx'
import { path } from '../../lib/api.ts'
import { formatMoney as cents, formatShortMoney as whole, pageLook } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'
import { savings } from './savings.ts'

/** Both ways side by side, the bars drawn to scale. */
export function SavingsComparison() {
  const { traditional, tokens, saved, percent, bands, outfits } = savings(pageLook().cardFee)
  return (
    <section aria-labelledby="savings" className="page py-8">
      <div className="grid gap-6 wide:grid-cols-[1fr_1.6fr] wide:items-center">
        <div>
          <h2 id="savings" className="text-2xl font-extrabold">
            {t('Clothes for the first 18 months, two ways')}
          </h2>
          <p className="mt-2 text-muted">
            {t('{outfits} outfits per size across {bands} sizes: 0-3, 3-6, 6-12 and 12-18 months.', { outfits, bands })}
          </p>
          <p className="mt-6">
            <span className="figures block text-[clamp(4rem,2rem+9vw,7.500rem)] leading-none font-extrabold tracking-tight text-save">
              {whole(saved)}
            </span>
            <span className="mt-2 block text-lg font-semibold text-save">
              {t('saved, about {percent}%', { percent })}
            </span>
          </p>
        </div>
        <div className="grid gap-3 md:gap-5">
          <Way title={t('Bought new')} total={whole(traditional.total)} share={1} bar="bg-line-strong">
            <Line
              label={t('{outfits} outfits at {price}, per size', { outfits, price: whole(traditional.outfit) })}
              amount={whole(traditional.band)}
            />
            <Line label={t('{bands} sizes', { bands })} amount={whole(traditional.purchases)} />
            <Line
              label={t('National shipping, {price} per order', { price: whole(traditional.shippingPerOrder) })}
              amount={whole(traditional.shipping)}
            />
          </Way>
          <Way
            title={t('Passed on here')}
            total={whole(tokens.total)}
            share={tokens.total / traditional.total}
            bar="bg-save"
            more={<Example />}
          >
            <Line
              label={t('{outfits} x {fee} + {processing} + {delivery} local delivery, per order', {
                outfits,
                fee: cents(tokens.itemFee),
                processing: whole(tokens.processing),
                delivery: whole(tokens.delivery),
              })}
              amount={cents(tokens.order)}
            />
            <Line label={t('{bands} orders', { bands })} amount={whole(tokens.total)} />
            <Line
              label={t('Per order, earned by passing things on')}
              amount={t('about {count} tokens', { count: tokens.tokensPerOrder })}
            />
          </Way>
        </div>
      </div>
      <p className="mt-4 text-sm text-muted">{t('These numbers are illustrative, and fees may change.')}</p>
    </section>
  )
}

/** To five outfits that cost just that, where there are some. */
function Example() {
  const { data } = useApi(path('/api/baskets/example'))
  if (!data || data.itemIds.length === 0) return null
  return (
    <Link to={`/pickup?items=${data.itemIds.join(',')}`} className="link mt-1 inline-flex min-h-11 items-center">
      {t('See {count} outfits from one neighbour that cost just that', { count: data.itemIds.length })}
    </Link>
  )
}

interface WayProps {
  title: string
  total: string
  /** Length of the bar, 0 to 1. */
  share: number
  bar: string
  children: ReactNode
  more?: ReactNode
}

function Way({ title, total, share, bar, children, more }: WayProps) {
  return (
    <div className="rounded-card border border-line bg-surface p-4 md:p-5">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-lg font-extrabold">{title}</h3>
        <p className="figures text-2xl font-extrabold">{total}</p>
      </div>
      <div aria-hidden className="mt-3 h-4 rounded-full bg-sunken">
        <div className={`h-full rounded-full ${bar}`} style={{ width: `${share * 100}%` }} />
      </div>
      <dl className="figures mt-3 text-sm text-muted">{children}</dl>
      {more}
    </div>
  )
}

function Line({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4 py-0.5">
      <dt>{label}</dt>
      <dd className="text-end whitespace-nowrap">{amount}</dd>
    </div>
  )
}
