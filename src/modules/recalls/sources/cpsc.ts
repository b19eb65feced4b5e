import { z } from 'zod'
import type { Recall } from '../recall.ts'
import { numbersIn } from './numbers-in.ts'

const named = z.array(z.looseObject({ Name: z.string().nullish() })).default([])

/** One entry of what the Consumer Product Safety Commission's own service answers: `GET /RestWebServices/Recall?format=json`. */
export const CpscEntry = z.looseObject({
  RecallID: z.int().positive(),
  RecallNumber: z.string().min(1),
  RecallDate: z.string().regex(/^\d{4}-\d\d-\d\d/),
  Title: z.string(),
  Description: z.string().nullish(),
  URL: z.string().nullish(),
  Products: z.array(
    z.looseObject({ Name: z.string().nullish(), Description: z.string().nullish(), Model: z.string().nullish() }),
  ),
  Manufacturers: named,
  Hazards: named,
})

export function readCpsc(recall: z.infer<typeof CpscEntry>): Recall[] {
  const [, brand = recall.Manufacturers[0]?.Name ?? ''] = /^(.{2,60}?) (?:Recalls?|Recalled)\b/.exec(recall.Title) ?? []
  const products = recall.Products.flatMap(({ Name }) => (Name ? [Name] : []))
  const said = recall.Products.map(({ Model, Description }) => `models ${Model ?? ''}. ${Description ?? ''}`)
  return [
    {
      key: `cpsc:${recall.RecallNumber}`,
      source: 'cpsc',
      date: recall.RecallDate.slice(0, 10),
      brand,
      products: products.length > 0 ? products : [recall.Title],
      models: numbersIn([...said, recall.Description ?? ''].join('. ')),
      hazard: recall.Hazards.flatMap(({ Name }) => Name ?? []).join(' '),
      url: addressIn(recall.URL, 'https://www.cpsc.gov/Recalls'),
    },
  ]
}

/** The address that a source gives, as browsers write it, where it is one. */
export function addressIn(given: string | null | undefined, otherwise: string): string {
  const url = given && /^https?:\/\/\S{1,2000}$/.test(given) ? URL.parse(given) : null
  return url?.href ?? otherwise
}
