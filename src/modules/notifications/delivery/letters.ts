import type { Config } from '../../../platform/config.ts'
import { layOut, type Letter, type NightDigest } from '../../../platform/sending/mail-layout.ts'
import { formatFacts, type Manner } from '../../../platform/language/facts.ts'
import { PLAIN_LOOK } from '../../../platform/site/look.ts'
import { say, words } from '../../../platform/language/words.ts'
import { translate } from '../../../platform/language/translate.ts'
import { type Mail, subjectOf } from '../../../platform/sending/mail.ts'
import { noticeWords } from '../../../told.ts'
import type { Kind } from '../contract.ts'
import { type About, detailsOf } from '../notice/about.ts'
import { unsubscribeUrl } from '../preferences/unsubscribe-link.ts'

/** A notice as a mail shows it. */
export interface Told {
  id: string
  kind: Kind
  told: string | null
  facts: unknown
  /** The words of a notice that holds no facts. */
  title: string
  body: string
  path: string | null
  button: string | null
  about: About | null
  stopPath: string | null
}
interface Reader {
  id: string
  email: string
  firstName: string | null
  manner: Manner
  digest: NightDigest | undefined
}

/** More would be read by nobody; the rest is on the site. */
const MOST_ITEMS = 30

export function singleLetter(config: Config, reader: Reader, notice: Told, now: Date): Mail {
  const { id, kind, path, button, stopPath } = notice
  const { title, body } = noticeWords(notice, reader.manner)
  const details = detailsOf(notice.about, reader.manner)
  const { language, look } = reader.manner
  const stop = kind === 'account' ? undefined : unsubscribeUrl(config, { memberId: reader.id, mail: kind, now })
  const stops = { stop, stopThis: stopPath === null ? undefined : config.publicUrl + stopPath }
  return addressed(config, reader, `notice.${id}`, stops, {
    language,
    ...(look && { look }),
    // Its table holds words of ours alone.
    subject: subjectOf(language, title),
    firstName: reader.firstName,
    ...pictured(config, notice),
    paragraphs: [...body.split('\n\n'), ...(details === null ? [] : [details])],
    button: {
      words: translate(language, button ?? words('See your notices')),
      url: config.publicUrl + (path ?? '/notifications'),
    },
    footer: [{ text: formatFacts(reader.manner, WHY[kind]) }],
  })
}

/** One mail with all of a day, the first of them named by its id. */
export function digestLetter(config: Config, reader: Reader, notices: Told[], now: Date): Mail {
  const stops = { stop: unsubscribeUrl(config, { memberId: reader.id, mail: 'digest', now }) }
  const { language, look } = reader.manner
  return addressed(config, reader, `digest.${notices[0]?.id}`, stops, {
    language,
    ...(look && { look }),
    subject: subjectOf(language, say('Your day at {site}', { site: (look ?? PLAIN_LOOK).name })),
    firstName: reader.firstName,
    paragraphs: [translate(language, words("Here is what you haven't seen on the site yet."))],
    ...listed(config, reader, notices),
    footer: [
      { text: translate(language, words("You're getting this email once a day, when there is something new.")) },
    ],
  })
}

/** One mail with what the same neighbour has caused in a short time. */
export function summaryLetter(config: Config, reader: Reader, notices: Told[], now: Date): Mail {
  const kind = notices.find((notice) => notice.kind !== 'account')?.kind ?? 'account'
  const stop = kind === 'account' ? undefined : unsubscribeUrl(config, { memberId: reader.id, mail: kind, now })
  const { language, look } = reader.manner
  return addressed(
    config,
    reader,
    `summary.${notices[0]?.id}`,
    { stop },
    {
      language,
      ...(look && { look }),
      subject: subjectOf(language, words('News from a neighbour')),
      firstName: reader.firstName,
      paragraphs: [translate(language, words('A neighbour has been busy, so here is all of it in one email.'))],
      ...listed(config, reader, notices),
      footer: [{ text: formatFacts(reader.manner, WHY[kind]) }],
    },
  )
}

function listed(config: Config, { manner }: Reader, notices: Told[]): Pick<Letter, 'items' | 'button'> {
  const { language } = manner
  const more = notices.length - MOST_ITEMS
  return {
    items: [
      ...notices.slice(0, MOST_ITEMS).map((notice) => itemOf(config, notice, manner)),
      ...(more > 0
        ? [
            {
              title: translate(language, say('And {count} more', { count: more })),
              body: translate(language, words("You'll find them all on the site.")),
            },
          ]
        : []),
    ],
    button: { words: translate(language, words('See them all')), url: `${config.publicUrl}/notifications` },
  }
}

function itemOf(config: Config, notice: Told, manner: Manner): NonNullable<Letter['items']>[number] {
  const { title, body } = noticeWords(notice, manner)
  const details = detailsOf(notice.about, manner)
  return { title, body: details === null ? body : `${body}\n${details}`, ...pictured(config, notice) }
}

const pictured = ({ publicUrl }: Config, { about }: Told) =>
  about?.picture === undefined ? {} : { picture: publicUrl + about.picture }

/** Addresses that end all such mails, and what this one is about. The one click of a mail program ends the lesser. */
interface Stops {
  stop: string | undefined
  stopThis?: string | undefined
}

function addressed(
  config: Config,
  { email, digest }: Reader,
  id: string,
  { stop, stopThis }: Stops,
  letter: Omit<Letter, 'digest'>,
): Mail {
  const { footer, language } = letter
  const linked = (text: string, link: string, url: string) => ({
    text: translate(language, text),
    link: { words: translate(language, link), url },
  })
  const oneClick = stopThis ?? stop
  const settings = `${config.publicUrl}/account#notifications`
  if (stopThis !== undefined)
    footer.push(linked(words('Found it, or no longer looking?'), words('stop looking'), stopThis))
  if (stop !== undefined) footer.push(linked(words('To stop these emails:'), words('unsubscribe'), stop))
  footer.push(linked(words('To choose what we send you:'), words('your notifications'), settings))
  return {
    to: email,
    // A mail may be sent again, because nobody knows whether it has arrived; most mailboxes then keep one.
    id: `<${id}@${new URL(config.publicUrl).hostname}>`,
    ...layOut({ ...letter, digest }),
    ...(oneClick !== undefined && { unsubscribeUrl: oneClick }),
  }
}

const WHY: Record<Kind, string> = {
  account: words("You're getting this email because it's about your account."),
  messages: words("You're getting this email because you have a new message on {site}."),
  trades: words("You're getting this email because of a purchase or a sale on {site}."),
  reminders: words("You're getting this email because something on {site} needs you."),
  'thank-yous': words("You're getting this email because a neighbour on {site} is grateful to you."),
  alerts: words("You're getting this email because you asked {site} to look out for this."),
}
