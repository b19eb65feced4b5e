import { z } from 'zod'
import { plain } from './check/read-words.ts'
import starter from './starter.json' with { type: 'json' }
import { Recall } from './recall.ts'

const Entry = Recall.omit({ key: true, url: true, models: true }).extend({
  number: z.string().optional(),
  models: z.array(z.string()).default([]),
})

/**
 * Well-known recalls of children's goods, for a market that has never reached a source: the facts, and the day as far as it
 * is certain. A source's own copy takes the place of its part.
 */
export const STARTER: Recall[] = z
  .array(Entry)
  .parse(starter)
  .map(({ number, ...recall }) => ({
    ...recall,
    key: `${recall.source}:${number ?? `${recall.date}-${plain(`${recall.brand} ${recall.products[0]}`).replace(/[^a-z0-9]+/g, '-')}`}`,
    url: 'https://www.cpsc.gov/Recalls',
  }))
