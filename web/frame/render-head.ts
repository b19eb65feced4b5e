import { type Language, LANGUAGES } from '../../src/platform/language/words.ts'
import type { Site } from '../../src/modules/identity/contract.ts'
import { type Head, documentTitle } from '../lib/head.tsx'
import { siteName, tagline } from '../lib/look.ts'
import { pageLanguage } from '../lib/language/sentence.ts'
import { t } from '../lib/t.ts'

// Filled in by the build from the client's manifest: language -> page file -> scripts and styles of its chunk.
declare const __CHUNKS__: Record<string, Record<string, { js: string[]; css: string[] }>>

const ESCAPES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
])
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES.get(character) ?? character)

/** As the Open Graph writes each language, with the land where most speak it. */
const LOCALES = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    new Intl.Locale(language)
      .maximize()
      .toString()
      .replace(/-\w{4}-/, '_'),
  ]),
) as Record<Language, string>

interface Place {
  /** The file of the page's route. */
  file: string
  /** The one address of the page, whatever language it is in. */
  address: string
  origin: string
  /** Left out where the page is for one reader alone: then it has one address. */
  site: Pick<Site, 'language'> | null | undefined
}

/**
 * The head's markup: title, link preview, schema.org data, and the page's chunk, so that the browser fetches it early.
 */
export function renderHead(head: Head, { file, address, origin, site }: Place): string {
  const market = site?.language ?? pageLanguage()
  /** The market's own language has the plain address, each other one its own beside it. */
  const addressIn = (language: Language) => (language === market ? address : `${address}?lang=${language}`)
  const own = addressIn(pageLanguage())
  const title = documentTitle(head.title)
  const description =
    head.description ?? t('{tagline}: neighbours pass on what their children have outgrown.', { tagline: tagline() })
  const chunk = __CHUNKS__[pageLanguage()]?.[file] ?? { js: [], css: [] }
  return [
    `<title>${escape(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:site_name', siteName()),
    meta('property', 'og:locale', LOCALES[pageLanguage()]),
    ...LANGUAGES.filter((other) => other !== pageLanguage()).map((other) =>
      meta('property', 'og:locale:alternate', LOCALES[other]),
    ),
    meta('property', 'og:type', head.type ?? 'website'),
    meta('property', 'og:url', own),
    meta('property', 'og:image', origin + (head.image ?? '/icons/512.png')),
    meta('name', 'twitter:card', head.image ? 'summary_large_image' : 'summary'),
    head.feed
      ? `<link rel="alternate" type="application/atom+xml" title="${escape(t('New items'))}" href="${escape(origin + head.feed)}">`
      : '',
    ...(head.status === 404
      ? [meta('name', 'robots', 'noindex')]
      : [
          `<link rel="canonical" href="${escape(own)}">`,
          ...(site
            ? [
                ...LANGUAGES.map((language) => alternate(language, addressIn(language))),
                alternate('x-default', address),
              ]
            : []),
        ]),
    head.jsonLd
      ? `<script type="application/ld+json">${JSON.stringify(head.jsonLd(origin)).replaceAll('<', '\\u003c')}</script>`
      : '',
    ...chunk.css.map((path) => `<link rel="stylesheet" href="/${path}">`),
    ...chunk.js.map((path) => `<link rel="modulepreload" fetchpriority="low" href="/${path}">`),
  ]
    .filter(Boolean)
    .join('\n')
}

const alternate = (language: string, address: string) =>
  `<link rel="alternate" hreflang="${language}" href="${escape(address)}">`

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escape(content)}">`
}
