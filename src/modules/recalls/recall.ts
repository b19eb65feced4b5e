import { z } from 'zod'

export const SOURCES = ['cpsc', 'health-canada', 'safety-gate'] as const
export type Source = (typeof SOURCES)[number]

/** A source's entry about one recall, in its own words. */
export const Recall = z.object({
  /** `cpsc:19-112`: the source, and its number there. */
  key: z.string(),
  source: z.enum(SOURCES),
  /** A day, or as much of it as is known: `2019-04-12`, `2019-04`, `2019`. */
  date: z.string().regex(/^\d{4}(-\d\d){0,2}$/),
  brand: z.string(),
  products: z.array(z.string()).min(1),
  models: z.array(z.string()),
  hazard: z.string(),
  /** The page where it can be read. */
  url: z.url({ protocol: /^https?$/ }),
})
export type Recall = z.infer<typeof Recall>
