import { createHash } from 'node:crypto'
import type { Context } from '../../../platform/context.ts'
import { escapeMarkup } from '../../../platform/text/escape-markup.ts'
import type { Http } from '../../../platform/http/http.ts'
import { languageOf } from '../../../platform/language/language-of.ts'
import { translate } from '../../../platform/language/translate.ts'
import { formatFacts, type Manner } from '../../../platform/language/facts.ts'
import { mannerFor } from '../../../platform/language/manner.ts'
import { say, words } from '../../../platform/language/words.ts'
import { sayAttribute, SHOWN } from '../attributes.ts'
import type { BrowseQuery, ListingCard } from '../contract.ts'
import { browseListings } from './browse-listings.ts'

const MOST_ENTRIES = 50
/** A feed must tell when it last changed; one without entries has never done so. */
const NEVER = '1970-01-01T00:00:00.000Z'

/** Answers a search as an Atom feed (RFC 4287) with an `ETag`: whoever follows it asks again and again. */
export async function serveFeed(ctx: Context, { query, http }: { query: BrowseQuery; http: Http }): Promise<void> {
  const page = await browseListings(ctx.db, { ...query, limit: Math.min(query.limit, MOST_ENTRIES) })
  const { publicUrl: site } = ctx.config
  const language = languageOf(http)
  const cards = JSON.parse(page.json) as ListingCard[]
  const updated = cards.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), NEVER)
  const own = escapeMarkup(`${site}${http.url}`)
  const feed = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<title>${escapeMarkup([translate(language, words('Passed on by neighbours')), query.search, query.city].filter(Boolean).join(' · '))}</title>
<id>${own}</id>
<link rel="self" href="${own}"/>
<link href="${escapeMarkup(`${site}/${http.search}`)}"/>
<author><name>${escapeMarkup(new URL(site).host)}</name></author>
<updated>${updated}</updated>
${cards.map((card) => entryOf(site, card, mannerFor(ctx, http))).join('\n')}
</feed>
`
  http.type = 'application/atom+xml'
  http.set('Cache-Control', 'no-cache')
  http.set('ETag', `W/"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`)
  http.status = 200
  if (http.fresh) http.status = 304
  else http.body = feed
}

function entryOf(site: string, card: ListingCard, manner: Manner): string {
  const { language } = manner
  const address = `${site}/item/${card.id}`
  const { distanceKm } = card
  const inWords = (name: (typeof SHOWN.card)[number], value: string | number | null) => {
    const said = sayAttribute(name, value)
    return said && translate(language, said)
  }
  const told = [
    translate(language, say('{price} tokens', { price: card.tokenPrice })),
    ...SHOWN.card.map((name) => inWords(name, card[name])),
    card.city,
    distanceKm === undefined ? null : formatFacts(manner, words('about {km}'), { km: distanceKm }),
  ]
  return `<entry>
<title>${escapeMarkup(card.title)}</title>
<id>${address}</id>
<link href="${address}"/>
<category term="${escapeMarkup(card.category)}"/>
<published>${card.createdAt}</published>
<updated>${card.createdAt}</updated>
<summary>${escapeMarkup(told.filter(Boolean).join(' · '))}</summary>
</entry>`
}
