import { type Analysis, GENERIC_BRAND } from './contract.ts'
import { type Analyser, NO_TOKENS } from './analyser.ts'

/** The typical weight of a thing of a category, in pounds. */
const WEIGHTS = new Map([
  ['baby-clothes', 0.5],
  ['appliances', 8],
  ['household', 3],
  ['toys', 2],
  ['furniture', 30],
])

/** Whatever it says must be checked: far below the confidence at which a suggestion is taken over. */
const CONFIDENCE = 0.3

/**
 * For installations without a key. It is no AI and says so: it knows what the category costs and usually weighs. What the
 * photos show it leaves to the member, for a wrong title is worse than none.
 */
export const offlineAnalyser: Analyser = {
  name: 'offline',
  analyse({ category, price }) {
    const tokens = price.tokenPrice === 1 ? '1 token' : `${price.tokenPrice} tokens`
    const analysis: Analysis = {
      brand: { primary: GENERIC_BRAND, confidence: CONFIDENCE, alternatives: [] },
      product: { primary: '', confidence: 0, alternatives: [] },
      condition: { primary: 'good', confidence: CONFIDENCE, alternatives: ['like-new', 'fair'] },
      description: '',
      estimatedWeightLbs: WEIGHTS.get(category) ?? null,
      suggestedPrice: price.tokenPrice,
      priceReasoning: `This is not an AI analysis: ${tokens} is simply the price of this category.`,
      privateAreas: [],
      ai: false,
    }
    return Promise.resolve({ analysis, tokens: NO_TOKENS })
  },
}
