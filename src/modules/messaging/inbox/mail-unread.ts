import type { Context } from '../../../platform/context.ts'
import { subject } from '../../../platform/mail.ts'
import { findListing } from '../../catalog/index.ts'
import { findMembers, unsubscribeUrl } from '../../identity/index.ts'

const PATIENCE_MS = 5 * 60_000
const HOUR_MS = 60 * 60_000
/** Messages that are older are never mailed: mail was off or failing then. */
const FORGOTTEN_MS = 24 * HOUR_MS
const AT_A_TIME = 100
const MOST_FAILURES = 5

interface Unread {
  conversation_id: string
  listing_id: string
  recipient_id: string
  sender_id: string
  side: 'owner' | 'participant'
  messages: number
  /** When the recipient got the last mail about this conversation. */
  mailed_at: Date | null
}

/**
 * Every minute: tells by mail whoever has had a message unread for five minutes, once an hour for each conversation at
 * most, and never twice about the same messages. What the market itself writes has mails of its own. A mail that fails is
 * tried again by the next run; when several fail in a row the mail server is away, and this run ends.
 */
export async function mailUnread(ctx: Context): Promise<void> {
  let failures = 0
  for (const unread of await findUnread(ctx)) {
    if (failures === MOST_FAILURES) return
    try {
      await mail(ctx, unread)
      failures = 0
    } catch (error) {
      failures += 1
      ctx.log.warn({ err: error, threadId: unread.conversation_id }, 'a mail about unread messages was not sent')
    }
  }
}

/** By recipient and conversation: what is newer than the last mail, and has waited long enough. */
async function findUnread({ db, clock }: Context): Promise<Unread[]> {
  const now = clock.now().getTime()
  const { rows } = await db.raw<{ rows: Unread[] }>(
    `select conversation_id, listing_id, recipient_id, sender_id, side, mailed_at, count(*)::int as messages
     from (
       select message.*, listing_id, side,
         case side when 'owner' then owner_mailed_at else participant_mailed_at end as mailed_at
       from message
       join conversation on conversation.id = conversation_id,
       lateral (select case recipient_id when owner_id then 'owner' else 'participant' end as side) as recipient
       where read_at is null and kind = 'text' and message.created_at > :forgotten
     ) as unread
     where mailed_at is null or (mailed_at <= :hourAgo and unread.created_at > mailed_at)
     group by conversation_id, listing_id, recipient_id, sender_id, side, mailed_at
     having min(unread.created_at) <= :waited
     order by random() limit ${AT_A_TIME}`,
    {
      forgotten: new Date(now - FORGOTTEN_MS),
      hourAgo: new Date(now - HOUR_MS),
      waited: new Date(now - PATIENCE_MS),
    },
  )
  return rows
}

async function mail(ctx: Context, unread: Unread): Promise<void> {
  const claimed = await claim(ctx, unread)
  if (!claimed) return
  const listing = await findListing(ctx.db, unread.listing_id)
  const members = await findMembers(ctx.db, [unread.recipient_id, unread.sender_id])
  const recipient = members.get(unread.recipient_id)
  if (!listing || !recipient?.mailMessages || recipient.demoNote !== null) return
  const stop = unsubscribeUrl(ctx.config, { memberId: recipient.id, mail: 'messages' })
  const sender = members.get(unread.sender_id)?.firstName ?? 'A neighbour'
  try {
    await ctx.mail.send({
      to: recipient.email,
      ...letter({ ...unread, sender, title: listing.title, url: ctx.config.publicUrl, stop }),
      unsubscribeUrl: stop,
    })
  } catch (error) {
    await disclaim(ctx, unread, claimed)
    throw error
  }
}

/**
 * Of several processes, and runs that overlap, one sends the mail. Whoever wants no mails is claimed all the same, so
 * that they don't block those who do.
 */
async function claim({ db, clock }: Context, { conversation_id, side }: Unread): Promise<Date | undefined> {
  const now = clock.now()
  const column = `${side}_mailed_at` as const
  const claimed = await db('conversation')
    .where({ id: conversation_id })
    .where(`${side}_unread_count` as const, '>', 0)
    .where((free) => void free.whereNull(column).orWhere(column, '<=', new Date(now.getTime() - HOUR_MS)))
    .update({ [column]: now } as Record<typeof column, Date>)
  return claimed === 1 ? now : undefined
}

/** After a mail that failed: the next run tries again. */
async function disclaim({ db }: Context, { conversation_id, side, mailed_at }: Unread, claimed: Date): Promise<void> {
  const column = `${side}_mailed_at` as const
  await db('conversation')
    .where({ id: conversation_id })
    .where(column, claimed)
    .update({ [column]: mailed_at } as Record<typeof column, Date | null>)
}

/** What was written is not in it: mail boxes are read by others, and shown on locked screens. */
function letter(about: {
  sender: string
  title: string
  messages: number
  conversation_id: string
  url: string
  stop: string
}) {
  const messages = about.messages === 1 ? 'a message' : `${about.messages} messages`
  return {
    subject: subject`A neighbour wrote to you on Outgrown`,
    text: [
      'Hello,',
      `${about.sender} has sent you ${messages} about "${about.title}".`,
      `Read and answer: ${about.url}/inbox?conversation=${about.conversation_id}`,
      'Share locally, save globally.',
      `You get this mail because messages wait for you at Outgrown. To stop such mails: ${about.stop}`,
    ].join('\n\n'),
  }
}
