import type { Config } from '../../../platform/config.ts'
import { layOut, type Letter } from '../../../platform/sending/mail-layout.ts'
import { type Mail, subject, type Subject } from '../../../platform/sending/mail.ts'
import type { Kind } from '../contract.ts'
import { unsubscribeUrl } from '../preferences/unsubscribe-link.ts'

/** What a mail says of a notice. */
export interface Told {
  id: string
  kind: Kind
  title: string
  body: string
  path: string | null
  button: string | null
  stopPath: string | null
}
interface Reader {
  id: string
  email: string
  firstName: string | null
}

/** More would be read by nobody; the rest is on the site. */
const MOST_ITEMS = 30

/** The mail about one notice. */
export function singleLetter(config: Config, reader: Reader, notice: Told, now: Date): Mail {
  const { id, kind, title, body, path, button, stopPath } = notice
  const stop = kind === 'account' ? undefined : unsubscribeUrl(config, { memberId: reader.id, mail: kind, now })
  const stops = { stop, stopThis: stopPath === null ? undefined : config.publicUrl + stopPath }
  return addressed(config, reader, `notice.${id}`, stops, {
    // It was a subject when it was told.
    subject: title as Subject,
    firstName: reader.firstName,
    paragraphs: body.split('\n\n'),
    button: { words: button ?? 'See your notices', url: config.publicUrl + (path ?? '/notifications') },
    footer: [{ text: WHY[kind] }],
  })
}

/** One mail with all of a day, the first of them named by its id. */
export function digestLetter(config: Config, reader: Reader, notices: Told[], now: Date): Mail {
  const stops = { stop: unsubscribeUrl(config, { memberId: reader.id, mail: 'digest', now }) }
  return addressed(config, reader, `digest.${notices[0]?.id}`, stops, {
    subject: subject`Your day at Outgrown`,
    firstName: reader.firstName,
    paragraphs: ["Here is what you haven't seen on the site yet."],
    ...listed(config, notices),
    footer: [{ text: "You're getting this email once a day, when there is something new." }],
  })
}

/** One mail with what the same neighbour has caused in a short time. */
export function summaryLetter(config: Config, reader: Reader, notices: Told[], now: Date): Mail {
  const kind = notices.find((notice) => notice.kind !== 'account')?.kind ?? 'account'
  const stop = kind === 'account' ? undefined : unsubscribeUrl(config, { memberId: reader.id, mail: kind, now })
  return addressed(
    config,
    reader,
    `summary.${notices[0]?.id}`,
    { stop },
    {
      subject: subject`News from a neighbour`,
      firstName: reader.firstName,
      paragraphs: ['A neighbour has been busy, so here is all of it in one email.'],
      ...listed(config, notices),
      footer: [{ text: WHY[kind] }],
    },
  )
}

function listed(config: Config, notices: Told[]): Pick<Letter, 'items' | 'button'> {
  const more = notices.length - MOST_ITEMS
  return {
    items: [
      ...notices.slice(0, MOST_ITEMS),
      ...(more > 0 ? [{ title: `And ${more} more`, body: "You'll find them all on the site." }] : []),
    ],
    button: { words: 'See them all', url: `${config.publicUrl}/notifications` },
  }
}

/** Addresses that end all such mails, and what this one is about. The one click of a mail program ends the lesser. */
interface Stops {
  stop: string | undefined
  stopThis?: string | undefined
}

function addressed(config: Config, { email }: Reader, id: string, { stop, stopThis }: Stops, letter: Letter): Mail {
  const { footer } = letter
  const oneClick = stopThis ?? stop
  const settings = { words: 'your notifications', url: `${config.publicUrl}/account#notifications` }
  if (stopThis !== undefined)
    footer.push({ text: 'Found it, or no longer looking?', link: { words: 'stop looking', url: stopThis } })
  if (stop !== undefined) footer.push({ text: 'To stop these emails:', link: { words: 'unsubscribe', url: stop } })
  footer.push({ text: 'To choose what we send you:', link: settings })
  return {
    to: email,
    // Of a mail that is sent again, because nobody knows whether it has arrived, most mailboxes keep one.
    id: `<${id}@${new URL(config.publicUrl).hostname}>`,
    ...layOut(letter),
    ...(oneClick !== undefined && { unsubscribeUrl: oneClick }),
  }
}

const WHY: Record<Kind, string> = {
  account: "You're getting this email because it's about your account.",
  messages: "You're getting this email because you have a new message on Outgrown.",
  trades: "You're getting this email because of a purchase or a sale on Outgrown.",
  reminders: "You're getting this email because something on Outgrown needs you.",
  'thank-yous': "You're getting this email because a neighbour on Outgrown is grateful to you.",
  alerts: "You're getting this email because you asked Outgrown to look out for this.",
}
