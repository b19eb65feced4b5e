import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { PaymentFailure } from './payment-failure.tsx'

const shown = (code: string) => renderToString(<PaymentFailure error={new ApiError(402, 'No.', code)} />)

test('of a card that was charged and gets it back nobody reads that it was not charged', () => {
  expect(shown('CARD_DECLINED')).toContain('Your card was not charged')
  for (const code of ['CARD_SHARED', 'CARD_ALLOWANCE_SPENT']) {
    expect(shown(code)).toContain('No.')
    expect(shown(code)).not.toContain('not charged')
  }
})
