import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import type { Logger } from './logger.ts'

/** One plain-text message to one person. */
export interface Mail {
  to: string
  subject: string
  text: string
  headers?: Record<string, string>
}

export interface Mailer {
  /** Hands the message to the mail server, or, without one, notes in the log that it would have been sent. */
  send(mail: Mail): Promise<void>
}

/** Mail over `SMTP_URL`; without it only the subject is logged, never the text or the recipient. */
export function createMailer(config: Config, log: Logger): Mailer {
  if (config.SMTP_URL === '') {
    return {
      send: (mail) => {
        log.info({ subject: mail.subject }, 'mail not sent: no SMTP_URL')
        return Promise.resolve()
      },
    }
  }
  const transport = createTransport(config.SMTP_URL, { from: config.MAIL_FROM })
  return {
    async send(mail) {
      await transport.sendMail(mail)
    },
  }
}
