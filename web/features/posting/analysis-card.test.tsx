import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Analysis } from '../../../src/modules/catalog/analysis/contract.ts'
import { AnalysisCard } from './analysis-card.tsx'

const sure = <T,>(primary: T) => ({ primary, confidence: 0.9, alternatives: [] })
const ANALYSIS: Analysis = {
  brand: sure('Brio'),
  product: sure('train set'),
  condition: sure('good' as const),
  description: 'A wooden train with rails.',
  estimatedWeightLbs: 4,
  suggestedPrice: 2,
  priceReasoning: 'Worn wheels, so 2 tokens.',
  privateAreas: [],
  ai: true,
}
const cardAt = (price: number) =>
  renderToString(<AnalysisCard analysis={ANALYSIS} price={price} />).replaceAll(/<[^>]+>/g, '')

test('only the price that will be charged is shown, whatever was suggested', () => {
  expect(cardAt(2)).toContain('Suggested price2 tokens Worn wheels, so 2 tokens.')
  const other = cardAt(3)
  expect(other).toContain('Suggested price3 tokens The category sets the price.')
  expect(other).not.toContain('2 tokens')
})
