import { asModel } from '../check/read-words.ts'

/** Numbers that stand behind 'model' or 'model numbers', up to the end of the sentence: each has a digit in it. */
export function numbersIn(text: string): string[] {
  const lists = text.matchAll(/\b(?:models?|item|style|sku)s?(?: (?:no|number|num|#)s?)?\.?:?\s+([^.;]{3,300})/gi)
  const tokens = [...lists].flatMap(([, list = '']) => list.match(/[A-Z0-9][A-Z0-9/-]{2,24}/gi) ?? [])
  return [...new Set(tokens.map(asModel).filter(isModel))].slice(0, 200)
}

/** Years, small numbers and what is counted or measured (`10-piece`, `24V`) name nothing. */
const isModel = (model: string) =>
  model.length >= 4 && /\d/.test(model) && !/^(19|20)\d\d$/.test(model) && !COUNTED.test(model)
const COUNTED =
  /^\d+(X\d+|IN\d|(PIECE|PACK|PC|INCH|INCHE|OZ|OUNCE|ML|CM|MM|VOLT|WATT|DRAWER|MONTH|YEAR|COUNT|SET|TIER|WHEEL|POUND|LB)S?)$/
