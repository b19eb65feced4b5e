import type { Context } from '../../../platform/context.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { Api } from '../../../platform/http/api.ts'
import type { Http } from '../../../platform/http/http.ts'
import { CHOSEN_KINDS } from '../constants.ts'
import { changePreferences } from './change-preferences.ts'
import { preferencesOfOne } from './preference.ts'
import { readUnsubscription, type Unsubscription } from './unsubscribe-link.ts'

const WHAT: Record<Unsubscription['mail'], string> = {
  messages: 'mails about unread messages',
  trades: 'mails about your purchases and sales',
  reminders: 'reminders by mail',
  'thank-yous': 'mails with thanks',
  alerts: 'mails about new finds',
  'market-news': 'mails with news of the market',
  digest: 'the mail once a day',
  purchases: 'reminders and mails about your purchases and sales',
}

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
    await endMails(ctx, asked)
    answer(http, `<p>Done: no more ${WHAT[asked.mail]}.</p><p><a href="/account">All your notifications</a></p>`)
  })
}

/** Whoever has left gets no mails as it is. */
async function endMails(ctx: Context, { memberId, mail }: Unsubscription): Promise<void> {
  const { kinds } = await preferencesOfOne(ctx.db, memberId)
  const ended = CHOSEN_KINDS.filter((kind) => {
    if (mail === 'digest') return kinds[kind].mail === 'daily'
    return mail === 'purchases' ? kind === 'trades' || kind === 'reminders' : kind === mail
  })
  try {
    await changePreferences(ctx, memberId, {
      kinds: Object.fromEntries(ended.map((kind) => [kind, { mail: 'never' as const }])),
    })
  } catch (error) {
    if (!(error instanceof NotSignedIn)) throw error
  }
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
