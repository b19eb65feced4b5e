import type { Context } from '../../../platform/context.ts'
import type { Api } from '../../../platform/http/api.ts'
import { escapeMarkup } from '../../../platform/text/escape-markup.ts'
import type { Http } from '../../../platform/http/http.ts'
import { isLoopback } from '../../../platform/http/session/own-hosts.ts'
import { mannerFor } from '../../../platform/language/manner.ts'
import type { Mail } from '../../../platform/sending/mail.ts'
import { noticeWords } from '../../../told.ts'
import { codeLetter, goodbyeLetter } from '../../identity/index.ts'
import { Notice } from '../notice/notice.ts'
import { digestLetter, singleLetter, summaryLetter, type Told } from './letters.ts'
import { SAMPLE_DEVICE, SAMPLE_DIGEST, samples } from './samples.ts'

const MAYA = { id: '00000000-0000-4000-8000-000000000000', email: 'maya@example.com', firstName: 'Maya' }

/**
 * In development alone: what each mail looks like, with a sample of each kind of notice. Whoever sits at the machine also
 * sees the latest of each kind that this site has told, so that a new one shows up once it happens; nobody else does,
 * since those name members. A link that acts for a member stands in none.
 */
export function previewRoutes(api: Api, ctx: Context): void {
  api.router.get('/dev/mails', async (http) => {
    const items = [...(await mailsOf(ctx, http)).keys()].map((name) => {
      const to = `/dev/mails/${encodeURIComponent(name)}`
      return `<li>${escapeMarkup(name)}: <a href="${to}">as HTML</a>, <a href="${to}?as=text">as text</a></li>`
    })
    http.type = 'html'
    http.body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mails</title><style>body{font:1.125rem/1.8 system-ui,sans-serif;margin:3rem auto;max-width:40rem;padding:0 1rem}
:root{color-scheme:light dark}</style><h1>Mails</h1><p>What this site tells, as it is mailed.</p>
<ul>${items.join('')}</ul></html>`
  })
  api.router.get('/dev/mails/:name', async (http) => {
    const mail = (await mailsOf(ctx, http)).get(String(http.params['name']))
    if (!mail) return
    const asText = http.query['as'] === 'text'
    http.type = asText ? 'text' : 'html'
    http.body = asText ? mail.text : mail.html
  })
}

async function mailsOf({ db, config, site, clock }: Context, http: Http): Promise<Map<string, Mail>> {
  const digest = { ...SAMPLE_DIGEST, checkUrl: `${config.publicUrl}/verify-statement` }
  const reader = { ...MAYA, manner: mannerFor({ site }, http), digest }
  const told = isAtTheMachine(http)
    ? await Notice.query(db)
        .whereRaw('seq in (select max(seq) from notice group by coalesce(told, title))')
        .orderBy('seq')
    : []
  const notices: Told[] = [...samples(), ...told.map(withoutStop)]
  const now = clock.now()
  return new Map([
    ['Sign-in code', { to: reader.email, ...codeLetter(reader.manner, { code: '123456', digest }) }],
    ['The last mail', { to: reader.email, ...goodbyeLetter(reader.manner, { ...SAMPLE_DEVICE, digest }) }],
    ['The mail of the day', digestLetter(config, reader, notices, now)],
    ['A busy neighbour', summaryLetter(config, reader, notices, now)],
    ...notices.map((notice) => [nameOf(notice), singleLetter(config, reader, notice, now)] as const),
  ])
}

/** The notice's title, in any language. */
const nameOf = (notice: Told) => noticeWords(notice, { language: 'en', timeZone: 'UTC' }).title

const withoutStop = ({ id, kind, told, facts, title, body, path, button, about }: Notice): Told => ({
  ...{ id, kind, told, facts, title, body, path, button, about },
  stopPath: null,
})

/** A request that a proxy on this machine passes on may come from anywhere. */
const isAtTheMachine = (http: Http) =>
  isLoopback(http.hostname) && isLoopback(http.ip.replace(/^::ffff:/i, '')) && http.get('x-forwarded-for') === ''
