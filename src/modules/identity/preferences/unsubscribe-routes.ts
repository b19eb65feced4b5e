import type { Context } from '../../../platform/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { Http } from '../../../platform/http/http.ts'
import { updatePreferences } from './preferences.ts'
import { readUnsubscription } from './preferences-link.ts'

const WHAT = { messages: 'mails about unread messages', purchases: 'reminders of your purchases and sales' } as const

/**
 * Where the link of a mail leads. Opening it only asks, for programs open links ahead; the button, and the one click of
 * a mail program (RFC 8058), which knows no cookies, end the mails.
 */
export function unsubscribeRoutes(api: Api, ctx: Context): void {
  api.router.get('/unsubscribe', (http) => {
    const asked = readUnsubscription(ctx.config, http.query)
    if (!asked) {
      answer(http, INVALID, 404)
      return
    }
    answer(http, `<p>Stop ${WHAT[asked.mail]}?</p><form method="post"><button>Unsubscribe</button></form>`)
  })
  api.router.post('/unsubscribe', async (http) => {
    const asked = readUnsubscription(ctx.config, http.query)
    if (!asked) {
      answer(http, INVALID, 404)
      return
    }
    await updatePreferences(ctx, asked.memberId, { [asked.mail]: false })
    answer(http, `<p>Done: no more ${WHAT[asked.mail]}.</p><p><a href="/account">E-mail preferences</a></p>`)
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
