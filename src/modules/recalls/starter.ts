import { z } from 'zod'
import { plain } from './check/read-words.ts'
import starter from './starter.json' with { type: 'json' }
import { Recall } from './recall.ts'

const Entry = Recall.omit({ key: true, models: true }).extend({
  number: z.string().optional(),
  models: z.array(z.string()).default([]),
  url: Recall.shape.url.default('https://www.cpsc.gov/Recalls'),
  /** Its facts were compared with the notice or with what was published about it. */
  checked: z.boolean().default(false),
})

/**
 * Well-known recalls of children's goods, for a market that has never reached a source, with the day as far as it is certain.
 * They were written down from memory. About a third is `checked`; the others are known as well, but a month, a year or a name
 * may be off. What sends a seller to the label needs no more, and `market sync-recalls` replaces them by the source's own copy.
 */
export const STARTER: Recall[] = z
  .array(Entry)
  .parse(starter)
  .map(({ number, checked: _, ...recall }) => ({
    ...recall,
    key: `${recall.source}:${number ?? `${recall.date}-${plain(`${recall.brand} ${recall.products[0]}`).replace(/[^a-z0-9]+/g, '-')}`}`,
  }))
