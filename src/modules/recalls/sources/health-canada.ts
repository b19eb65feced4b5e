import { z } from 'zod'
import type { Recall } from '../recall.ts'
import { addressIn } from './cpsc.ts'
import { numbersIn } from './numbers-in.ts'

const text = z.string().nullish()

/** One entry of the daily file of Canada's recalls and safety alerts; of everything, goods of all sorts, food and medicines too. */
export const HealthCanadaEntry = z.looseObject({
  NID: z.string().regex(/^\d+$/),
  Title: z.string(),
  URL: text,
  Organization: text,
  Product: text,
  Issue: text,
  Category: text,
  'Last updated': z.string().regex(/^\d{4}-\d\d-\d\d/),
})

const NOT_GOODS = /food|medicine|drug|health product|device|vehicle|cfia|transport/i

export function readHealthCanada(recall: z.infer<typeof HealthCanadaEntry>): Recall[] {
  if (NOT_GOODS.test(`${recall.Organization} ${recall.Category}`)) return []
  const product = recall.Product || recall.Title
  // 'Brand recalls product due to hazard', or 'Brand product recalled due to hazard'.
  const [, brand = ''] = /^(.{2,60}?) recall(?:s|ed|ing)\b/i.exec(recall.Title) ?? []
  return [
    {
      key: `health-canada:${recall.NID}`,
      source: 'health-canada',
      date: recall['Last updated'].slice(0, 10),
      brand: product.toLowerCase().includes(brand.toLowerCase()) ? '' : brand,
      products: [product.slice(0, 200)],
      models: numbersIn(`${recall.Title}. ${product}`),
      hazard: recall.Issue ?? '',
      url: addressIn(recall.URL, 'https://recalls-rappels.canada.ca/en'),
    },
  ]
}
