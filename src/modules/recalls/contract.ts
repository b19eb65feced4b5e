import { z } from 'zod'
import { endpoint } from '../../platform/endpoint.ts'

export const RECALL_CODES = {
  BANNED_TYPE: 'BANNED_TYPE',
  COMPARE_LABEL: 'COMPARE_LABEL',
} as const

/** A recall that a thing may be under, as its source tells it. */
export const FoundRecall = z.object({
  /** Source and number; who has compared the label sends it back. */
  key: z.string(),
  /** A day, or as much of it as is known: `2019-04-12`, `2019-04`, `2019`. */
  date: z.string(),
  brand: z.string(),
  products: z.array(z.string()),
  models: z.array(z.string()),
  hazard: z.string(),
  url: z.string(),
  /** The sign for it: a model number, or brand and product. */
  by: z.enum(['model', 'name']),
})
export type FoundRecall = z.infer<typeof FoundRecall>

export const Checked = z.object({
  /** The reason for which it may not be passed on in this country, and what to do with it. */
  banned: z.string().nullable(),
  recalls: z.array(FoundRecall),
  /** Advice about things of its kind. */
  advice: z.string().nullable(),
})
export type Checked = z.infer<typeof Checked>

export const checkRecalls = endpoint({
  method: 'POST',
  path: '/api/recalls/check',
  summary:
    'What is known of a thing by its words before it is listed: whether things of its type may not be passed on, recalls to compare its label with, and advice. Where it finds nothing, nothing follows from that.',
  access: 'member',
  startsNew: false,
  changes: 'Nothing but how often the caller may still ask within the hour.',
  body: z.strictObject({
    title: z.string().max(100),
    description: z.string().max(1000).default(''),
  }),
  response: Checked,
})
