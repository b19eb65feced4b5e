import type { Context } from './context.ts'
import { Conflict } from './errors.ts'
import type { Mail } from './mail.ts'

/** Longer than any mail server may take: an attempt that began earlier was interrupted. */
const UNDERWAY_MS = 5 * 60_000
/** Longer than any job is retried. */
const REMEMBERED_MS = 30 * 24 * 60 * 60_000

/**
 * Sends the mail of a job once, however often the job runs, even concurrently. If the process dies between the mail
 * server's acceptance and our record of it, the mail is sent again: twice is better than never.
 * @param key identifies this mail for good
 * @throws {Unavailable} as `Mailer.send`; {Conflict} MAIL_UNDERWAY while another run sends it: retry the job
 */
export async function sendOnce({ db, clock, mail }: Context, key: string, letter: Mail): Promise<void> {
  const now = clock.now()
  const lost = new Date(now.getTime() - UNDERWAY_MS)
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `insert into sent_mail (key, begun_at) values (:key, :now)
     on conflict (key) do update set begun_at = excluded.begun_at
       where sent_mail.sent_at is null and sent_mail.begun_at <= :lost
     returning key`,
    { key, now, lost },
  )
  if (rows.length === 0) {
    const sent = await db('sent_mail').where({ key }).whereNotNull('sent_at').first()
    if (sent) return
    throw new Conflict('MAIL_UNDERWAY', 'This mail is being sent')
  }
  try {
    await mail.send(letter)
  } catch (error) {
    await db('sent_mail').where({ key, begun_at: now }).delete()
    throw error
  }
  await db('sent_mail').where({ key }).update({ sent_at: now })
}

export async function forgetSentMails({ db, clock }: Context): Promise<void> {
  await db('sent_mail')
    .where('begun_at', '<', new Date(clock.now().getTime() - REMEMBERED_MS))
    .delete()
}
