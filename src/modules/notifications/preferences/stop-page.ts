import { escapeMarkup } from '../../../platform/text/escape-markup.ts'
import type { Site } from '../../../platform/site/site.ts'
import { languageOf } from '../../../platform/language/language-of.ts'
import { translate } from '../../../platform/language/translate.ts'
import { directionOf, say, words, type Language, type Said } from '../../../platform/language/words.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { Http } from '../../../platform/http/http.ts'

/** The request of a signed address. */
export type Read<Asked> = { asked: Asked } | 'too old' | 'forged'

interface StopPage<Asked> {
  read: (query: Record<string, unknown>) => Read<Asked>
  question: (asked: Asked, language: Language) => Said | Promise<Said>
  stop: (asked: Asked) => Promise<Said>
  /** The page where else it can be chosen. */
  settings: { words: string; path: string }
}

/**
 * The page of a link in a mail that ends something. Opening it only asks, for programs open links ahead; the button,
 * and the one click of a mail program (RFC 8058), which knows no cookies, end it.
 */
export function stopPage<Asked>(
  api: Api,
  site: Pick<Site, 'name'>,
  path: string,
  { read, question, stop, settings }: StopPage<Asked>,
): void {
  api.router.get(path, async (http) => {
    const found = read(http.query)
    if (typeof found === 'string') refuse(http, site, found)
    else {
      const asking = inWords(http, await question(found.asked, languageOf(http)))
      answer(
        http,
        site,
        `<p>${asking}</p><form method="post"><button>${inWords(http, say('Unsubscribe'))}</button></form>`,
      )
    }
  })
  api.router.post(path, async (http) => {
    const found = read(http.query)
    if (typeof found === 'string') refuse(http, site, found)
    else {
      const done = inWords(http, await stop(found.asked))
      answer(http, site, `<p>${done}</p><p><a href="${settings.path}">${inWords(http, say(settings.words))}</a></p>`)
    }
  })
}

/** Where to go instead: to settings, which know by the session whose they are. */
function refuse(http: Http, site: Pick<Site, 'name'>, why: 'too old' | 'forged'): void {
  const reason =
    why === 'too old' ? words('This link is more than 90 days old.') : words('This link is incomplete or too old.')
  const instead = inWords(http, say('You can choose your emails in your account settings.'))
  const link = `<a href="/account#notifications">${inWords(http, say('Account Settings'))}</a>`
  answer(
    http,
    site,
    `<p>${inWords(http, say(reason))}</p><p>${instead}</p><p>${link}</p>`,
    why === 'too old' ? 410 : 404,
  )
}

/** The sentence in the reader's language, safe within markup. */
const inWords = (http: Http, said: Said): string => escapeMarkup(translate(languageOf(http), said))

/** The site's own colours and shapes; those of the dark where the reader's device is. */
const STYLE = `:root{color-scheme:light dark;--bg:#fbfaf8;--surface:#fff;--ink:#1b1f23;--line:#ddd8d0;--primary:#0b5563;--on:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#101517;--surface:#182023;--ink:#eef1f0;--line:#2c373b;--primary:#7fd0da;--on:#06272d}}
body{margin:0;padding:12vh 1rem 2rem;background:var(--bg);color:var(--ink);font:1.0625rem/1.5 Figtree,system-ui,sans-serif}
main{max-width:30rem;margin:auto;padding:1.75rem;background:var(--surface);border:1px solid var(--line);border-radius:14px}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25;color:var(--primary)}p{margin:0 0 1rem}a{color:var(--primary)}
button{min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:10px;background:var(--primary);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:3px solid var(--primary);outline-offset:3px}`

/** Without the site's scripts: it must work in whatever opens a mail's links. */
function answer(http: Http, { name }: Pick<Site, 'name'>, content: string, status = 200): void {
  http.status = status
  http.type = 'html'
  http.set('Cache-Control', 'no-store')
  const language = languageOf(http)
  http.body = `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8"><meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width"><title>${inWords(http, say('Email settings'))} – ${escapeMarkup(name)}</title><style>${STYLE}</style>
<main><h1>${escapeMarkup(name)}</h1>${content}</main></html>`
}
