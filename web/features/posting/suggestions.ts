import { STARTS } from '../../../src/modules/catalog/attributes.ts'
import { type Analysis, GENERIC_BRAND, SURE, suggestedTitle } from '../../../src/modules/catalog/analysis/contract.ts'

/** The fields of a listing that an analyser fills in. */
export type SuggestedField = 'title' | 'description' | 'condition' | 'weightLbs'

export function suggestedValues({ brand, product, condition, description, estimatedWeightLbs }: Analysis) {
  return {
    title: suggestedTitle(brand.primary, product.primary),
    description,
    condition: condition.primary,
    weightLbs: estimatedWeightLbs === null ? '' : String(estimatedWeightLbs),
  }
}

/** The fields that somebody has to check. Who isn't sure what the thing is can't be of what it weighs, either. */
export function unsureFields({ brand, product, condition }: Analysis): SuggestedField[] {
  const named = brand.primary === GENERIC_BRAND || brand.confidence >= SURE
  const known = product.confidence >= SURE
  return [
    ...(named && known ? [] : (['title'] as const)),
    ...(known ? [] : (['description', 'weightLbs'] as const)),
    ...(condition.confidence >= SURE ? [] : (['condition'] as const)),
  ]
}

/**
 * The values for the fields of one item: where the analyser isn't sure, the field stays empty and asks. A start without
 * AI claims nothing about the photos, so its usual values stay.
 */
export function sureValues(analysis: Analysis): Record<SuggestedField, string> {
  const { brand, product, condition, description, weightLbs } = {
    ...analysis,
    ...suggestedValues(analysis),
    condition: analysis.condition,
  }
  const known = product.confidence >= SURE
  const named = brand.confidence >= SURE ? brand.primary : GENERIC_BRAND
  return {
    title: known ? suggestedTitle(named, product.primary) : '',
    description: known ? description : '',
    condition: condition.confidence >= SURE ? condition.primary : analysis.ai ? '' : STARTS.condition,
    weightLbs: known || !analysis.ai ? weightLbs : '',
  }
}
