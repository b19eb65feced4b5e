import type { Config } from '../../../platform/config.ts'
import type { Context } from '../../../platform/context.ts'
import { translate } from '../../../platform/language/translate.ts'
import { say, words, type Language } from '../../../platform/language/words.ts'
import type { Api } from '../../../platform/http/api.ts'
import { judgeSignature, signatureOf, stopPage } from '../../notifications/index.ts'
import type { SearchQuery } from './contract.ts'

const PATH = '/unsubscribe/searches'
const signedText = (ids: string) => `searches ${ids}`

/** The address on this site that ends that these saved searches tell anything, without signing in. They stay saved. */
export function stopPath(config: Config, searchIds: string[], now: Date): string {
  const ids = searchIds.join(',')
  return `${PATH}?${new URLSearchParams({ ids, signature: signatureOf(config, signedText(ids), now) }).toString()}`
}

export function stopSearchRoutes(api: Api, { config, db, clock, site }: Context): void {
  const searches = (ids: string[]) => db('saved_search').whereIn('id', ids)
  stopPage(api, site, PATH, {
    read({ ids, signature }) {
      if (typeof ids !== 'string') return 'forged'
      const judged = judgeSignature(config, signedText(ids), signature, clock.now())
      return judged === 'good' ? { asked: ids.split(',') } : judged
    },
    async question(ids, language) {
      const queries = (await searches(ids).orderBy(['created_at', 'id']).pluck('query')) as SearchQuery[]
      if (queries.length === 0) return say('You have already removed these searches. Stop emails about them?')
      return say('Stop looking for {searches}?', { searches: namesOf(queries, language) })
    },
    async stop(ids) {
      await searches(ids).update({ how: 'none' })
      return say("Done. We won't tell you about it any more. You'll still find it in your saved searches.")
    },
    settings: { words: words('Your saved searches'), path: '/searches' },
  })
}

/** As in `"coat" and "boots"`. */
function namesOf(queries: SearchQuery[], language: Language): string {
  const named = queries.map(({ search }) =>
    translate(language, search === undefined ? say('what fits your filters') : say('"{title}"', { title: search })),
  )
  return new Intl.ListFormat(language).format(named)
}
