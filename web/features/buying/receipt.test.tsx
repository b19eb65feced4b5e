import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SwrRoot } from '../../lib/swr-root.tsx'
import { Receipt } from './receipt.tsx'

/** The text of the receipt for so many items whose category sells at that price when new. */
function receiptAt(retailPrice: string, count = 1, added = false): string {
  const prices = [{ category: 'toys', tokenPrice: 3, retailPrice }]
  const cost = { price: '3.00', fee: '0.02', total: '3.02', percentage: '0.50' }
  const html = renderToString(
    <SwrRoot data={{ '/api/admin/category-prices': prices }}>
      <Receipt
        cost={cost}
        courierFee={undefined}
        categories={Array.from({ length: count }, () => 'toys')}
        added={added}
      />
    </SwrRoot>,
  )
  return html.replace(/<[^>]+>/g, '')
}

test('a receipt tells what is saved, as an estimate against what a new one typically costs', () => {
  expect(receiptAt('25.00')).toContain('You save $21.50 (86% off the $25.00 retail price of a typical new one)')
})

test('and where the estimate comes from: the retail price of the category, and the charge to the card', () => {
  const text = receiptAt('25.00')
  expect(text).toContain('An estimate: where it comes from')
  expect(text).toContain(
    '$25.00 is what this typically costs new: the retail price that this site keeps for each category',
  )
  expect(text).toContain('The $3.50 charged to your card is taken off.')
})

test('of what is added to an order only its own charge is taken off', () => {
  const text = receiptAt('25.00', 1, true)
  expect(text).toContain('Charged to your card$0.50')
  expect(text).toContain('You save $24.50 (98% off')
  expect(text).toContain('The $0.50 charged to your card is taken off.')
})

test.each(['0.00', '3.00', '3.49', '3.50'])(
  'and says nothing of it where the retail price is %s: that saves nothing',
  (retail) => {
    const text = receiptAt(retail)
    expect(text).toContain('Charged to your card$3.50')
    expect(text).not.toContain('You save')
  },
)

test('of several things each pays its part, and the order its own once', () => {
  const text = receiptAt('25.00', 3)
  expect(text).toContain('Service fee, once$3.00Platform fee for each thing3 × $0.50')
  expect(text).toContain('Charged to your card$3.00 + 3 × $0.50 = $4.50')
  expect(text).toContain('You save $70.50 (94% off the $75.00 retail price of typical new ones)')
})
