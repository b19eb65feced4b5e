import { ChevronDown, Printer } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import { formatExact } from '../../lib/format.ts'
import { formatMoney } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { addTokens } from '../../lib/token-cost.ts'
import { formatDay } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { CardCharge } from '../buying/receipt.tsx'
import { isGivenBack } from './order.ts'

/** The costs of an order, thing by thing, and what came back; also on paper. */
export function OrderReceipt({ purchase }: { purchase: Purchase }) {
  const { lines, tokenPrice, tokenFee, courierFee, cardRefund, purchaseId, purchasedAt, seller, currency } = purchase
  const card = { total: purchase.cardAmount, perOrder: purchase.cardPerOrder, perItem: purchase.cardPerItem, currency }
  const receipt = useRef<HTMLDetailsElement>(null)
  const back = lines.filter(isGivenBack).map((line) => addTokens(line.tokenPrice, line.tokenFee))
  return (
    <details ref={receipt} className="group rounded-input border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between px-3 font-semibold [&::-webkit-details-marker]:hidden">
        {t('Receipt')}
        <ChevronDown size={20} aria-hidden className="text-muted group-open:rotate-180" />
      </summary>
      <dl className="figures flex flex-col gap-1 border-t border-line px-3 py-2 text-sm">
        {purchasedAt && <Row label={t('Paid')} amount={formatDay(purchasedAt)} />}
        <Row label={t('Passed on by')} amount={seller.firstName ?? t('A neighbour')} />
        <Row label={t('Order number')} amount={<span className="wrap-anywhere">{purchaseId}</span>} />
        {lines.map((line, index) => (
          <Row
            key={line.id ?? index}
            label={line.title}
            amount={t('{price} + {fee} fee', {
              price: formatExact(line.tokenPrice),
              fee: formatExact(line.tokenFee),
            })}
          />
        ))}
        <Row
          strong
          label={t('Tokens')}
          amount={t('{tokens} tokens', { tokens: formatExact(addTokens(tokenPrice, tokenFee)) })}
        />
        <Row strong label={t('Card')} amount={<CardCharge {...card} count={lines.length} />} />
        {courierFee && <Row label={t('Courier, paid to the courier')} amount={formatMoney(courierFee, currency)} />}
        {back.length > 0 && (
          <>
            <Row
              label={t('Refunded: tokens')}
              amount={t('{tokens} tokens', { tokens: formatExact(addTokens(...back)) })}
            />
            <Row label={t('Refunded: card')} amount={formatMoney(cardRefund, currency)} />
          </>
        )}
      </dl>
      <p className="px-3 pb-2">
        <Button variant="plain" className="-ms-4" onClick={() => print(receipt.current)}>
          <Printer size={18} aria-hidden /> {t('Print')}
        </Button>
      </p>
    </details>
  )
}

/** The page's print style leaves this alone on the paper. */
function print(part: HTMLElement | null): void {
  part?.setAttribute('data-printing', '')
  window.print()
  part?.removeAttribute('data-printing')
}

function Row({ label, amount, strong = false }: { label: string; amount: ReactNode; strong?: boolean }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${strong ? 'font-extrabold' : ''}`}>
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <dd className="ms-auto text-end">{amount}</dd>
    </div>
  )
}
