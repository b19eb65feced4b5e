import { z } from 'zod'
import type { Recall } from '../recall.ts'
import { addressIn } from './cpsc.ts'
import { numbersIn } from './numbers-in.ts'

const text = z.string().nullish()

/** One of the European Union's rapid alerts, as their open data set exports them. */
export const SafetyGateEntry = z.looseObject({
  alert_number: z.string().min(3),
  alert_date: z.string().regex(/^\d{4}-\d\d-\d\d/),
  product_category: text,
  product_brand: text,
  product_name: text,
  product_model_type: text,
  alert_description: text,
  rapex_url: text,
})

/** Food in packets is not passed on here, nor are cars and chemicals. */
const NOT_GOODS = /motor vehicle|chemical|cosmetic|food|pyrotechnic/i
const known = (value: string | null | undefined) => (value && !/^unknown|^n\/?a$/i.test(value) ? value : '')

export function readSafetyGate(alert: z.infer<typeof SafetyGateEntry>): Recall[] {
  const [brand, name] = [known(alert.product_brand), known(alert.product_name)]
  if (NOT_GOODS.test(alert.product_category ?? '') || name === '') return []
  return [
    {
      key: `safety-gate:${alert.alert_number}`,
      source: 'safety-gate',
      date: alert.alert_date.slice(0, 10),
      brand,
      products: [name],
      models: numbersIn(`models ${known(alert.product_model_type)}`),
      hazard: alert.alert_description ?? '',
      url: addressIn(alert.rapex_url, 'https://ec.europa.eu/safety-gate-alerts/screen/search'),
    },
  ]
}
