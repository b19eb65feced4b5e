import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { loadConfig } from '../../platform/config.ts'
import { createMailer } from '../../platform/sending/mail.ts'
import { handlers } from '../../worker.ts'
import type { TestMarket } from '../market/market.ts'

export interface Mailbox {
  received: Email[]
  /** Answers every recipient with an error while it is true. */
  refuse: boolean
  stop(): Promise<void>
}

/** A mail server that keeps in `mailbox` what the market sends; sign-in codes still show on screen. */
export async function startMailbox({ ctx }: TestMarket, mailbox = {} as Mailbox): Promise<Mailbox> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, accept) => (mailbox.refuse ? accept(new Error('550 no')) : accept()),
    onData: (stream, _session, accept) => {
      void Array.fromAsync(stream as AsyncIterable<Buffer>).then(async (chunks) => {
        mailbox.received.push(await PostalMime.parse(Buffer.concat(chunks)))
        accept()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const config = loadConfig({ NODE_ENV: 'test', SMTP_URL: `smtp://127.0.0.1:${port}` })
  ctx.mail = createMailer({ config, log: ctx.log, site: ctx.site })
  const stop = () => new Promise<void>((resolve) => smtp.close(resolve))
  return Object.assign(mailbox, { received: [], refuse: false, stop })
}

/** Minutes pass, those that a mail waits where not said otherwise, and what is then due by mail leaves. */
export async function mailsLeave({ ctx, clock }: TestMarket, minutes = 10): Promise<void> {
  clock.advance({ minutes })
  await handlers(ctx)['notifications.deliver-mails']({})
}
