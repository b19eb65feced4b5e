import type { Transporter } from 'nodemailer'
import { translate } from '../language/translate.ts'
import type { Language, Said, SaidValue } from '../language/words.ts'
import type { Config } from '../config.ts'
import type { Look } from '../site/look.ts'
import { withDeadline } from '../process/deadline.ts'
import { Unavailable } from '../errors.ts'
import type { Logger } from '../process/logger.ts'

declare const fixed: unique symbol
/** Made by `subjectOf`: words of ours alone. */
export type Subject = string & { readonly [fixed]: true }

/**
 * The subject of a mail: a message of ours. What members write must not stand where everybody reads it as ours, so only
 * digits may be filled in, and what the market is called.
 */
export function subjectOf(language: Language, said: string | Said): Subject {
  const values = typeof said === 'string' ? {} : said.values
  const isOurs = ([name, value]: [string, SaidValue]) =>
    name === 'site' || (typeof value === 'string' && /^\d+$/.test(value))
  if (!Object.entries(values ?? {}).every(isOurs)) throw new Error('the subject of a mail holds words of ours alone')
  return translate(language, said) as Subject
}

export interface Mail {
  to: string
  subject: Subject
  text: string
  /** The same words. */
  html: string
  /** As RFC 5322 has it, with its angle brackets; another one each time when left out. */
  id?: string
  /** The address at which a GET asks and a POST obeys (RFC 8058); for mail that one may do without. */
  unsubscribeUrl?: string
}

class MailAway extends Unavailable {
  constructor(cause: unknown) {
    super('We could not send the mail. Please check the address, or try again later.', 'MAIL_AWAY')
    this.cause = cause
  }
}

/** The mail server is there, but does not want this recipient, or these words. */
export class MailRefused extends MailAway {}

/** An error before these commands concerns all mails, and so does a server that relays for nobody. */
function isAboutThisOne(error: unknown): boolean {
  const { command = '', response = '' } = error as { command?: string; response?: string }
  return ['RCPT TO', 'DATA'].includes(command) && !/relay/i.test(response)
}

export interface Mailer {
  /**
   * Hands the message to the mail server, or, without one, notes in the log that it would have been sent.
   * @throws {MailRefused} when the mail server is there, and refuses this one
   * @throws {Unavailable} MAIL_AWAY when it takes none
   */
  send(mail: Mail): Promise<void>
}

/** Somebody waits in front of a screen for it. */
const TIMEOUT_MS = 20_000
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

interface Surroundings {
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>
  log: Logger
  /** It may change its name while it runs. */
  site: Pick<Look, 'name'>
}

/** Mail over `SMTP_URL`; without it only the fact is logged: the subject may hold a code. */
export function createMailer({ config, log, site }: Surroundings): Mailer {
  if (config.SMTP_URL === '') {
    return {
      send: () => {
        log.info('a mail was not sent: no SMTP_URL')
        return Promise.resolve()
      },
    }
  }
  let transport: Transporter | undefined
  // Its package with the first mail, not at the start.
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return (transport ??= createTransport({ url: config.SMTP_URL, ...TIMEOUTS }))
  }
  // An address with a name of its own, as RFC 5322 has it, keeps that.
  const sender = () =>
    config.MAIL_FROM.includes('<') ? config.MAIL_FROM : { name: site.name, address: config.MAIL_FROM }
  return {
    async send({ unsubscribeUrl, id, ...mail }) {
      try {
        // RFC 3834: keeps out-of-office programs from answering.
        const headers = { 'auto-submitted': 'auto-generated', ...(unsubscribeUrl && oneClick(unsubscribeUrl)) }
        const message = { ...mail, from: sender(), ...(id !== undefined && { messageId: id }), headers }
        await withDeadline(TIMEOUT_MS, async () => (await open()).sendMail(message))
      } catch (error) {
        log.error({ err: error }, 'mail was not sent')
        throw isAboutThisOne(error) ? new MailRefused(error) : new MailAway(error)
      }
    },
  }
}

const oneClick = (url: string) => ({
  'list-unsubscribe': `<${url}>`,
  'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
})
