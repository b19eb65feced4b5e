import type { Config } from '../../../platform/config.ts'
import { layOut, type Letter } from '../../../platform/mail-layout.ts'
import { type Mail, subject, type Subject } from '../../../platform/mail.ts'
import type { ChosenKind, Kind } from '../contract.ts'
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
export function singleLetter(config: Config, reader: Reader, notice: Told): Mail {
  const { id, kind, title, body, path, button, stopPath } = notice
  const stop = kind === 'account' ? undefined : unsubscribeUrl(config, { memberId: reader.id, mail: kind })
  const stops = { stop, stopThis: stopPath === null ? undefined : config.publicUrl + stopPath }
  return addressed(config, reader, `notice.${id}`, stops, {
    // It was a subject when it was told.
    subject: title as Subject,
    firstName: reader.firstName,
    paragraphs: body.split('\n\n'),
    button: { words: button ?? 'See your notices', url: config.publicUrl + (path ?? '/notifications') },
    footer: [{ text: kind === 'account' ? 'You get this mail because it is about your account.' : WHY[kind] }],
  })
}

/** One mail with all of a day, the first of them named by its id. */
export function digestLetter(config: Config, reader: Reader, notices: Told[]): Mail {
  const stops = { stop: unsubscribeUrl(config, { memberId: reader.id, mail: 'digest' }) }
  const more = notices.length - MOST_ITEMS
  return addressed(config, reader, `digest.${notices[0]?.id}`, stops, {
    subject: subject`Your day at Outgrown`,
    firstName: reader.firstName,
    paragraphs: ['This is what you have not seen on the site yet.'],
    items: [
      ...notices.slice(0, MOST_ITEMS),
      ...(more > 0 ? [{ title: `And ${more} more`, body: 'You find them all on the site.' }] : []),
    ],
    button: { words: 'See them all', url: `${config.publicUrl}/notifications` },
    footer: [{ text: 'You get this mail once a day, when there is something new.' }],
  })
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
    footer.push({ text: 'Found, or not needed any more?', link: { words: 'stop looking', url: stopThis } })
  if (stop !== undefined) footer.push({ text: 'To stop such mails:', link: { words: 'unsubscribe', url: stop } })
  footer.push({ text: 'To choose what you are told:', link: settings })
  return {
    to: email,
    // Of a mail that is sent again, because nobody knows whether it has arrived, most mailboxes keep one.
    id: `<${id}@${new URL(config.publicUrl).hostname}>`,
    ...layOut(letter),
    ...(oneClick !== undefined && { unsubscribeUrl: oneClick }),
  }
}

const WHY: Record<ChosenKind, string> = {
  messages: 'You get this mail because a message waits for you at Outgrown.',
  trades: 'You get this mail because of a purchase or a sale at Outgrown.',
  reminders: 'You get this mail because something waits for you at Outgrown.',
  'thank-yous': 'You get this mail because of something that you have done at Outgrown.',
  alerts: 'You get this mail because you have asked Outgrown to look out for it.',
  'market-news': 'You get this mail because you are a neighbour at Outgrown.',
}
