import { escapeMarkup } from '../../../platform/escape-markup.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { Http } from '../../../platform/http/http.ts'

interface StopPage<Asked> {
  /** What the address asks for; null unless we have signed it. */
  read: (query: Record<string, unknown>) => Asked | null
  /** Plain text, as what `stop` answers. */
  question: (asked: Asked) => string | Promise<string>
  stop: (asked: Asked) => Promise<string>
  /** Where else it can be chosen. */
  settings: { words: string; path: string }
}

/**
 * Where the link of a mail leads that ends something. Opening it only asks, for programs open links ahead; the button, and
 * the one click of a mail program (RFC 8058), which knows no cookies, end it.
 */
export function stopPage<Asked>(api: Api, path: string, { read, question, stop, settings }: StopPage<Asked>): void {
  api.router.get(path, async (http) => {
    const asked = read(http.query)
    if (asked === null) answer(http, INVALID, 404)
    else
      answer(
        http,
        `<p>${escapeMarkup(await question(asked))}</p><form method="post"><button>Unsubscribe</button></form>`,
      )
  })
  api.router.post(path, async (http) => {
    const asked = read(http.query)
    if (asked === null) answer(http, INVALID, 404)
    else
      answer(http, `<p>${escapeMarkup(await stop(asked))}</p><p><a href="${settings.path}">${settings.words}</a></p>`)
  })
}

const INVALID =
  '<p>This link is incomplete or too old.</p><p>You can choose your mails under <a href="/account">Account Settings</a>.</p>'

const STYLE = `body{font:1.125rem/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}
button{font:inherit;padding:.5rem 1.25rem}:root{color-scheme:light dark}`

/** Without the site's scripts: it must work in whatever opens a mail's links. */
function answer(http: Http, content: string, status = 200): void {
  http.status = status
  http.type = 'html'
  http.set('Cache-Control', 'no-store')
  http.body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width"><title>E-mail preferences – Outgrown</title><style>${STYLE}</style>
<h1>Outgrown</h1>${content}</html>`
}
