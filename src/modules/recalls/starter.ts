import { z } from 'zod'
import starter from './starter.json' with { type: 'json' }
import { Recall } from './recall.ts'

const PAGES = 'https://www.cpsc.gov/Recalls/'

const Entry = Recall.pick({ date: true, brand: true, products: true, hazard: true }).extend({
  number: z.string().optional(),
  models: z.array(z.string()).default([]),
  /** Its address below {@link PAGES}. */
  page: z.string(),
})

/**
 * Recalls of children's goods that are still passed on, for a market that has never reached a source: facts of CPSC, each
 * compared with the copies that its entry in `starter.json` names. The hazards are in this project's own words.
 */
export const STARTER: Recall[] = z
  .array(Entry)
  .parse(starter.recalls)
  .map(({ number, page, ...recall }) => ({
    ...recall,
    key: `cpsc:${number ?? page}`,
    source: 'cpsc',
    url: `${PAGES}${page}`,
  }))
