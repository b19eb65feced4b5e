import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Purchase } from '../../../src/modules/purchasing/contract.ts'
import type { PurchaseState } from '../../../src/modules/purchasing/states.ts'
import { cardRefundOf } from './order.ts'
import { OrderReceipt } from './order-receipt.tsx'

const thing = (title: string, state: PurchaseState) => ({
  id: title,
  title,
  state,
  tokenPrice: '1.00',
  tokenFee: '0.01',
})
/** Bought when the card paid $1.25 for an order and $0.75 for each thing. */
const ORDER = {
  purchaseId: 'an order',
  purchasedAt: null,
  seller: { id: 'Maya', firstName: 'Maya' },
  lines: [thing('Doll', 'refunded'), thing('Train', 'paid'), thing('Book', 'paid')],
  tokenPrice: '3.00',
  tokenFee: '0.03',
  courierFee: null,
  cardAmount: '3.50',
  cardPerOrder: '1.25',
  cardPerItem: '0.75',
  cardRefund: '0.75',
} as Purchase

const textOf = (purchase: Purchase) =>
  renderToString(<OrderReceipt purchase={purchase} />).replace(/<!-- -->|<[^>]+>/g, '')

test('the receipt of an order shows what its card paid then, whatever the fee is now', () => {
  expect(textOf(ORDER)).toContain('Card$1.25 + 3 × $0.75 = $3.50')
  expect(textOf(ORDER)).toContain('Refunded: card$0.75')
  const one = { ...ORDER, lines: [ORDER.lines[1]!], cardAmount: '2.00' }
  expect(textOf(one)).toContain('Card$2.00')
})

test('what would go back are the amounts of that order, the part for the whole of it with the last', () => {
  const [, train, book] = ORDER.lines as [object, Purchase['lines'][0], Purchase['lines'][0]]
  expect(cardRefundOf(ORDER, [train])).toEqual({ dollars: 0.75, whole: false })
  expect(cardRefundOf(ORDER, [train, book])).toEqual({ dollars: 2.75, whole: true })
})
