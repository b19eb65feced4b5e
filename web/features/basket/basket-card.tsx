import { ShoppingBag } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Basket, BasketLine } from '../../../src/modules/purchasing/basket/contract.ts'
import { asDollars, ITEM_CENTS, MAX_LINES, PLATFORM_FEE_CENTS } from '../../../src/modules/purchasing/constants.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { formatDollars, formatExact, plural } from '../../lib/format.ts'
import { PAY_LATER } from '../../lib/connection.ts'
import { useAway } from '../../lib/freshness.ts'
import { loginPath } from '../../lib/return-to.ts'
import { hundredths, missingTokens } from '../../lib/token-cost.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { BasketLines } from './basket-lines.tsx'
import { BasketOffers } from './basket-offers.tsx'
import { buyable, nameOf } from './use-baskets.ts'

interface Props {
  basket: Basket
  /** Null for a visitor. */
  member: User | null
  onPurchase: (lines: BasketLine[]) => void
}

/** What is to be bought from one neighbour, what it costs, and what else they have. */
export function BasketCard({ basket, member, onPurchase }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const full = basket.lines.length >= MAX_LINES
  return (
    <section aria-labelledby={id}>
      <Card className="p-4 shadow-1 md:p-6">
        <h2 id={id} ref={heading} tabIndex={-1} className="text-xl font-extrabold wrap-anywhere">
          {plural(basket.lines.length, 'thing')} from {nameOf(basket)}
        </h2>
        <BasketLines lines={basket.lines} member={member} onRemoved={() => heading.current?.focus()} />
        <Costs basket={basket} />
        <Purchase basket={basket} member={member} onPurchase={onPurchase} />
        {basket.others.length > 0 && (
          <BasketOffers name={nameOf(basket)} offers={basket.others} member={member} full={full} />
        )}
      </Card>
    </section>
  )
}

function Costs({ basket }: { basket: Basket }) {
  const count = buyable(basket).length
  if (count === 0) return null
  return (
    <>
      <dl className="figures mt-4 border-t border-line pt-3">
        <Cost label="Tokens, including fees" amount={`${formatExact(basket.tokenTotal)} tokens`} />
        <Cost
          label={`By card: ${count} x ${asDollars(ITEM_CENTS)} + ${asDollars(PLATFORM_FEE_CENTS - ITEM_CENTS)}`}
          amount={formatDollars(basket.cardAmount)}
        />
      </dl>
      {count > 1 && (
        <p className="mt-2 rounded-input bg-save-soft px-3 py-2 text-sm text-save">
          Bought separately they would cost {asDollars(count * PLATFORM_FEE_CENTS)} by card.
        </p>
      )}
    </>
  )
}

function Cost({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-0.5">
      <dt className="text-muted">{label}</dt>
      <dd className="ml-auto text-right text-lg font-extrabold whitespace-nowrap">{amount}</dd>
    </div>
  )
}

function Purchase({ basket, member, onPurchase }: Props) {
  const away = useAway()
  const lines = buyable(basket)
  if (lines.length === 0) return null
  if (!member) {
    return (
      <a href={loginPath('/pickup')} className={`${buttonClass({ variant: 'lamp', size: 'lg', wide: true })} mt-4`}>
        Log In to Purchase
      </a>
    )
  }
  const tooLow = hundredths(member.tokens) < hundredths(basket.tokenTotal)
  return (
    <div className="mt-4 flex flex-col gap-3">
      {tooLow && (
        <p className="rounded-input bg-lamp-soft p-3 text-sm text-lamp-text">
          <strong className="font-semibold">Insufficient tokens.</strong> You have {member.tokens}. This costs{' '}
          {basket.tokenTotal} including fees, so you need {missingTokens(basket.tokenTotal, member.tokens)} more.{' '}
          <Link to="/tokens" className="font-semibold underline">
            See how to earn tokens
          </Link>
        </p>
      )}
      <Button variant="lamp" size="lg" wide disabled={tooLow || away} onClick={() => onPurchase(lines)}>
        <ShoppingBag size={20} aria-hidden /> {away ? PAY_LATER : `Purchase ${plural(lines.length, 'Item')}`}
      </Button>
    </div>
  )
}
