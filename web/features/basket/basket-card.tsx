import { ShoppingBag } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from '../../lib/navigation.tsx'
import type { Basket, BasketLine } from '../../../src/modules/purchasing/basket/contract.ts'
import { cardFeeCents, MAX_LINES } from '../../../src/modules/purchasing/constants.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { formatExact } from '../../lib/format.ts'
import { PAY_LATER } from '../../lib/offline/connection.ts'
import { useAway } from '../../lib/offline/freshness.ts'
import { loginPath } from '../../lib/return-to.ts'
import { formatMoney, formatCents, itemFee, pageLook } from '../../lib/look.ts'
import { rich, t } from '../../lib/t.ts'
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

/** The things to buy from one neighbour, their price, and what else the neighbour has. */
export function BasketCard({ basket, member, onPurchase }: Props) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const full = basket.lines.length >= MAX_LINES
  return (
    <section aria-labelledby={id}>
      <Card className="p-4 shadow-1 md:p-6">
        <h2 id={id} ref={heading} tabIndex={-1} className="text-xl font-extrabold wrap-anywhere">
          {t('{count, plural, one {# thing} other {# things}} from {name}', {
            count: basket.lines.length,
            name: nameOf(basket),
          })}
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
        <Cost
          label={t('Tokens, including fees')}
          amount={t('{tokenTotal} tokens', { tokenTotal: formatExact(basket.tokenTotal) })}
        />
        <Cost
          label={t('By card: {count} x {each} + {processing}', {
            count,
            each: itemFee(),
            processing: formatCents(pageLook().cardFee.orderCents),
          })}
          amount={formatMoney(basket.cardAmount)}
        />
      </dl>
      {count > 1 && (
        <p className="mt-2 rounded-input bg-save-soft px-3 py-2 text-sm text-save">
          {t('Bought separately they would cost {dollars} by card.', {
            dollars: formatCents(count * cardFeeCents(pageLook().cardFee, 1)),
          })}
        </p>
      )}
    </>
  )
}

function Cost({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-0.5">
      <dt className="text-muted">{label}</dt>
      <dd className="ms-auto text-end text-lg font-extrabold whitespace-nowrap">{amount}</dd>
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
        {t('Log In to Purchase')}
      </a>
    )
  }
  const tooLow = hundredths(member.tokens) < hundredths(basket.tokenTotal)
  return (
    <div className="mt-4 flex flex-col gap-3">
      {tooLow && (
        <p className="rounded-input bg-lamp-soft p-3 text-sm text-lamp-text">
          {rich(
            '<b>Insufficient tokens.</b> You have {tokens}. This costs {total} including fees, so you need {missing} more. <link>See how to earn tokens</link>',
            {
              tokens: member.tokens,
              total: basket.tokenTotal,
              missing: missingTokens(basket.tokenTotal, member.tokens),
              b: (text) => <strong className="font-semibold">{text}</strong>,
              link: (text) => (
                <Link to="/tokens" className="font-semibold underline">
                  {text}
                </Link>
              ),
            },
          )}
        </p>
      )}
      <Button variant="lamp" size="lg" wide disabled={tooLow || away} onClick={() => onPurchase(lines)}>
        <ShoppingBag size={20} aria-hidden />{' '}
        {away ? t(PAY_LATER) : t('Purchase {count, plural, one {# Item} other {# Items}}', { count: lines.length })}
      </Button>
    </div>
  )
}
