import type { Http } from '../../../platform/http/http.ts'
import { readerOf } from '../../../platform/http/limits/limit-reads.ts'
import { createProcessLimiter } from '../../../platform/http/limits/limiter.ts'
import type { BrowseQuery } from '../contract.ts'
import { costOf } from './words/words.ts'

/** Words that the index finds: far more than anybody types. Of the dearest searches, of letters alone, it is ten. */
const SEARCHES = { keyPrefix: 'search', points: 2400, duration: 10 }

/** Makes what counts a search by what it costs, not as one. @throws AppError 429, from what it returns */
export function searchLimiter() {
  const limiter = createProcessLimiter(SEARCHES)
  return async ({ search, city }: Pick<BrowseQuery, 'search' | 'city'>, http: Http): Promise<void> => {
    const [reader, cost] = [readerOf(http), costOf(search, city)]
    if (reader !== null && cost > 0) await limiter.consume(reader, cost)
  }
}
