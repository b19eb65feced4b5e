import { enqueue } from '../../../events.ts'
import type { ToldNotice } from '../../../told.ts'
import type { Trx } from '../../../platform/database.ts'
import { LIVE_CHANNEL } from '../../../platform/http/live/live-channel.ts'
import { lockPresentMember } from '../../identity/index.ts'
import type { Kind } from '../contract.ts'
import { MAIL_WAITS_MINUTES } from '../delivery/plan.ts'
import type { About } from './about.ts'

/** Facts of a notice: first names only, no addresses of homes, no words of a message. */
export type NewNotice = ToldNotice & Telling

export interface Telling {
  memberId: string
  kind: Kind
  /** Names the notice for good for that member: a second one with the same key is not told. */
  key: string
  /** Where on this site to look, or null. */
  path: string | null
  /** The words on the button that leads there, a message of the catalogues. */
  button: string | null
  now: Date
  about?: About
  /** The address at which one click in a mail ends its reason; without one it ends mails of its kind. */
  stopPath?: string
  /** The member whose first name stands in the body: when they leave, the notice goes too. */
  namesId?: string
  /** The member who caused it, if not the one who is named: see `delivery/reach.ts`. */
  fromId?: string
  /** Not told while the member has an unread notice that leads to the same path. */
  onceWhileUnread?: true
}

/**
 * Tells members something, once `trx` commits, by every way that they want for its kind. One statement, however many they
 * are, and one for each who is pushed to. Nothing for those who have left, or know it already.
 */
export async function notify(trx: Trx, ...notices: NewNotice[]): Promise<void> {
  const { rows } = await trx.raw<{ rows: { memberId: string; isPushed: boolean }[] }>(
    `with fresh as (
       insert into notice (
         member_id, kind, key, told, facts, title, body, path, button, about, stop_path, names_id, from_id, created_at
       )
       select present.member_id, kind, key, told, facts, '', '', path, button, about, "stopPath", "namesId",
         coalesce("fromId", "namesId"), now
       from jsonb_to_recordset(:notices) as given (
         "memberId" uuid, kind text, key text, told text, facts jsonb, path text, button text, about jsonb, now timestamptz,
         "stopPath" text, "namesId" uuid, "fromId" uuid, "onceWhileUnread" boolean
       ), lateral (${lockPresentMember('given."memberId"')}) as present (member_id)
       where "onceWhileUnread" is null or not exists (
         select from notice as unread
         where unread.member_id = present.member_id and unread.path = given.path and unread.read_at is null
       )
       order by present.member_id, key
       on conflict (member_id, key) do nothing
       returning id, member_id, kind, created_at
     ), mailed as (
       insert into notice_delivery (notice_id, channel, due_at)
       select id, 'mail', created_at + case kind when 'account' then 0 else ${MAIL_WAITS_MINUTES} end * interval '1 minute'
       from fresh
     ), pushed as (
       insert into notice_delivery (notice_id, channel, due_at)
       select id, 'push', created_at from fresh
       where exists (select from push_subscription where push_subscription.member_id = fresh.member_id)
       returning notice_id
     )
     select member_id as "memberId", exists (select from pushed where notice_id = id) as "isPushed",
       pg_notify('${LIVE_CHANNEL}', jsonb_build_object('members', jsonb_build_array(member_id), 'event', 'notice')::text)
     from fresh`,
    { notices: JSON.stringify(notices) },
  )
  const pushed = new Set(rows.flatMap(({ memberId, isPushed }) => (isPushed ? [memberId] : [])))
  for (const memberId of pushed) await enqueue(trx, 'notifications.push-to-member', { memberId })
}
