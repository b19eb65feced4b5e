import type { Context } from '../context.ts'
import type { Reader } from '../database.ts'
import { innermost } from '../errors.ts'
import { type Mail, MailRefused } from './mail.ts'

type What = 'mail' | 'push'

/** The time from which on nothing has left that way, and what was said the last time. */
export interface Outage {
  what: What
  since: Date
  failures: number
  error: string
}

/** As `ctx.mail.send`; that mail does not leave is kept for those who look after the market. */
export async function sendMail({ db, clock, mail }: Context, letter: Mail): Promise<void> {
  try {
    await mail.send(letter)
  } catch (error) {
    // One address that is refused says nothing of the others.
    if (!(error instanceof MailRefused)) await recordFailure(db, 'mail', error, clock.now())
    throw error
  }
  await recordSuccess(db, 'mail')
}

export async function recordFailure(reader: Reader, what: What, error: unknown, now: Date): Promise<void> {
  await reader.raw(
    `insert into outage (what, since, failures, error) values (:what, :now, 1, :error)
     on conflict (what) do update set failures = outage.failures + 1, error = excluded.error`,
    { what, now, error: innermost(error).message.slice(0, 500) },
  )
}

export async function recordSuccess(reader: Reader, what: What): Promise<void> {
  await reader('outage').where({ what }).delete()
}

export async function readOutages(reader: Reader): Promise<Outage[]> {
  return reader('outage').orderBy('what')
}
