import type { Reader, Tables, Trx } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import { PURCHASING_CODES, type ClearableAlarm } from '../contract.ts'

type RaisedKind = 'chargeback' | 'refused_card'

/**
 * Calls an admin to look at a purchase; again changes nothing.
 * @param about.fingerprint the card that was refused
 * @param about.overAllowance whether for how much, and not for whom it was to pay
 * @param about.paysFrom when it could pay for that; null where waiting doesn't help
 */
export async function raiseAlarm(
  trx: Trx,
  about: {
    kind: RaisedKind
    purchaseId: string
    now: Date
    fingerprint?: string | null
    overAllowance?: boolean
    paysFrom?: Date | null
  },
): Promise<void> {
  const { kind, purchaseId, now, fingerprint = null, overAllowance = false, paysFrom = null } = about
  await trx('purchase_alarm')
    .insert({
      purchase_id: purchaseId,
      kind,
      raised_at: now,
      fingerprint,
      over_allowance: overAllowance,
      pays_from: paysFrom,
    })
    .onConflict()
    .ignore()
}

export async function findAlarm(
  reader: Reader,
  { kind, purchaseId }: { kind: RaisedKind; purchaseId: string },
): Promise<Tables['purchase_alarm'] | undefined> {
  return await reader('purchase_alarm').where({ purchase_id: purchaseId, kind }).first()
}

/**
 * Alarms that only a person can settle: of which kind, about what (a purchase or an event), since when and until it is
 * cleared; between whom, and who else pays with the refused card.
 */
export const CLEARABLE = `(
  select problem.*, array_remove(array[purchase.buyer_id, purchase.seller_id], null) as member_ids,
    array(
      select paid.buyer_id from purchase_alarm refused
      join purchase_card card using (fingerprint) join purchase paid on paid.id = card.purchase_id
      where (refused.kind, refused.purchase_id) = (problem.kind, problem.purchase_id) and paid.buyer_id <> purchase.buyer_id
      group by paid.buyer_id order by min(paid.reserved_at), paid.buyer_id
    ) as card_member_ids
  from (
    -- Named by the purchase, and further ones of an order by what the provider was asked under.
    select 'refund_failed' as kind,
      case when key = 'purchase:' || purchase_id || ':refund' then purchase_id::text else key end as subject,
      due_at as since, purchase_id, failure as problem
    from card_refund where failure is not null
    union all
    select 'card_event', id, received_at, null, problem from card_event where problem is not null
    union all
    select kind, purchase_id::text, raised_at, purchase_id, null from purchase_alarm
  ) problem
  left join cleared_alarm using (kind, subject) left join purchase on purchase.id = problem.purchase_id
  where cleared_at is null
)`

export interface OpenAlarm {
  kind: ClearableAlarm
  subject: string
  since: Date
  /** The card provider's words. */
  problem: string | null
  title: string | null
  /** Buyer and seller of the purchase. */
  memberIds: string[]
  /** Other members who pay with the refused card; the one who did so first stands first. */
  cardMemberIds: string[]
}

/** These of the alarms that wait for an admin's word, in no order: of these kinds and subjects. */
export async function findAlarms(reader: Reader, named: Pick<OpenAlarm, 'kind' | 'subject'>[]): Promise<OpenAlarm[]> {
  const { rows } = await reader.raw<{ rows: OpenAlarm[] }>(
    `select alarm.kind, alarm.subject, alarm.since, alarm.problem, (
         select string_agg(listing_title, ', ' order by number) from purchase_line where purchase_line.purchase_id = alarm.purchase_id
       ) as title, alarm.member_ids as "memberIds", alarm.card_member_ids as "cardMemberIds"
     from ${CLEARABLE} alarm
     where (alarm.kind, alarm.subject) in (select * from unnest(?::text[], ?::text[]))`,
    [named.map(({ kind }) => kind), named.map(({ subject }) => subject)],
  )
  return rows
}

/** @throws {NotFound} ALARM_NOT_FOUND for one that was not raised, or was cleared before */
export async function clearAlarm(
  trx: Trx,
  { kind, subject, now }: { kind: ClearableAlarm; subject: string; now: Date },
): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `insert into cleared_alarm (kind, subject, cleared_at)
     select kind, subject, ? from ${CLEARABLE} alarm where kind = ? and subject = ?
     on conflict do nothing returning kind`,
    [now, kind, subject],
  )
  if (rows.length === 0) throw new NotFound('This alarm has been cleared already', PURCHASING_CODES.ALARM_NOT_FOUND)
}
