import type { Look } from '../site/look.ts'
import { escapeMarkup } from '../text/escape-markup.ts'
import { translate } from '../language/translate.ts'
import { directionOf, say, words, type Language } from '../language/words.ts'
import type { Mail, Subject } from './mail.ts'

/** A letter's parts; all of it is plain text. */
export interface Letter {
  /** Its language; greeting and goodbye are as well. */
  language: Language
  /** The product's own where it is left out. */
  look?: Look
  subject: Subject
  /** Without the last name. */
  firstName: string | null
  /** The address of a picture of what it is about; the words do without it. */
  picture?: string
  paragraphs: string[]
  /** To be typed somewhere: large, and easy to copy. */
  code?: string
  items?: { title: string; body: string; picture?: string }[]
  button?: { words: string; url: string }
  /** The small print: why it comes, and how it ends. */
  footer: { text: string; link?: { words: string; url: string } }[]
  /** The end of the small print; undefined before the first night. */
  digest: NightDigest | undefined
}

/** The ledger's digest of a night: kept in many mailboxes, it can't be changed unnoticed. */
export interface NightDigest {
  night: string
  root: string
  /** The page that checks a statement by it. */
  checkUrl: string
}
/** The last of them, for what is mailed now. */
export type LastDigest = () => Promise<NightDigest | undefined>

const goodbye = ({ language, look }: Letter) =>
  look?.tagline ?? translate(language, words('Share locally, save globally.'))

/** The whole of the small print. */
const smallPrintOf = ({ language, footer, digest }: Letter): Letter['footer'] =>
  digest === undefined
    ? footer
    : [
        ...footer,
        {
          text: translate(
            language,
            say('Digest of all token movements, {night}: {root}.', { night: digest.night, root: digest.root }),
          ),
          link: { words: translate(language, words('Check your statement')), url: digest.checkUrl },
        },
      ]

/** The one layout of all mails: the same words as text and as HTML, which does without pictures and follows the reader's dark mode. */
export function layOut(letter: Letter): Pick<Mail, 'subject' | 'text' | 'html'> {
  return { subject: letter.subject, text: asText(letter), html: asHtml(letter) }
}

const greeting = ({ language, firstName }: Letter) =>
  translate(language, firstName === null ? words('Hello,') : say('Hello {name},', { name: firstName }))

function asText(letter: Letter): string {
  const { paragraphs, code, items = [], button } = letter
  return [
    greeting(letter),
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...items.map(({ title, body }) => `* ${title}\n  ${body.replace(/\s*\n\s*/g, '\n  ')}`),
    ...(button ? [`${button.words}: ${button.url}`] : []),
    goodbye(letter),
    ...smallPrintOf(letter).map(({ text, link }) => (link ? `${text} ${link.url}` : text)),
  ].join('\n\n')
}

/** Colours stand in the elements, for programs that drop styles; those of the dark in the head, for those that know it. */
const DARK = `@media (prefers-color-scheme: dark) {
  .page { background: #101517 !important; }
  .card { background: #182023 !important; color: #EEF1F0 !important; border-color: #2C373B !important; }
  .small, .small a { color: #A9B4B7 !important; }
  .button { background: #7FD0DA !important; color: #06272D !important; }
  .code { background: #0B0F11 !important; color: #EEF1F0 !important; }
}`

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif'

function asHtml(letter: Letter): string {
  const { language, subject, picture, paragraphs, code, items = [], button } = letter
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${lines(text)}</p>`
  const content = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeMarkup(subject)}</h1>`,
    paragraph(greeting(letter)),
    ...(picture === undefined ? [] : [imageOf(picture, LARGE)]),
    ...paragraphs.map(paragraph),
    ...(code === undefined ? [] : [codeBox(code)]),
    ...items.map(
      ({ title, body, picture }) =>
        `${picture === undefined ? '' : imageOf(picture, SMALL)}<h2 style="margin:0;font-size:16px">${escapeMarkup(title)}</h2>${paragraph(body)}`,
    ),
    ...(button ? [buttonTo(button)] : []),
    `<p style="margin:0">${escapeMarkup(goodbye(letter))}</p>`,
  ]
  return `<!doctype html>
<html lang="${language}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(subject)}</title><style>:root { color-scheme: light dark; }
${DARK}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:#FBFAF8">
<div class="card" dir="auto" style="max-width:560px;margin:0 auto;padding:28px 24px;background:#FFFFFF;color:#1B1F23;border:1px solid #DDD8D0;border-radius:14px;${FONT};font-size:16px;line-height:1.5;overflow-wrap:anywhere">
${content.join('\n')}
</div>
<div class="small" style="max-width:560px;margin:16px auto 0;padding:0 24px;color:#555B61;${FONT};font-size:13px;line-height:1.5">
${smallPrintOf(letter).map(smallPrint).join('\n')}
</div></body></html>
`
}

const buttonTo = ({ words, url }: { words: string; url: string }) =>
  `<p style="margin:24px 0"><a class="button" href="${escapeMarkup(url)}" style="display:inline-block;padding:12px 24px;background:#0B5563;color:#FFFFFF;border-radius:999px;font-weight:700;text-decoration:none">${escapeMarkup(words)}</a></p>`

const LARGE = 'width="240" height="180"'
const SMALL = 'width="96" height="72"'
/** It says nothing that the words beside it don't. */
const imageOf = (url: string, size: string) =>
  `<img src="${escapeMarkup(url)}" alt="" ${size} style="display:block;margin:0 0 12px;border-radius:12px;object-fit:cover">`

const codeBox = (code: string) =>
  `<p class="code" style="margin:0 0 16px;padding:16px;background:#F2F0EC;color:#1B1F23;border-radius:12px;font-size:32px;font-weight:700;letter-spacing:4px;text-align:center">${escapeMarkup(code)}</p>`

const smallPrint = ({ text, link }: Letter['footer'][number]) =>
  `<p style="margin:0 0 8px">${escapeMarkup(text)}${link ? ` <a href="${escapeMarkup(link.url)}" style="color:#555B61">${escapeMarkup(link.words)}</a>` : ''}</p>`

const lines = (text: string) => escapeMarkup(text).replaceAll('\n', '<br>')
