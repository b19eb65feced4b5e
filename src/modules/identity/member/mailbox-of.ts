import { createHmac } from 'node:crypto'
import type { Reader, Trx } from '../../../platform/database.ts'
import { foldMailbox } from './mailbox.ts'

/** Notes which mailbox a new member has. Only a keyed hash is kept, and it stays when the member leaves. */
export async function noteMailbox(trx: Trx, { id, email }: { id: string; email: string }): Promise<void> {
  const { key } = (await trx('mailbox_key').first('key')) ?? {}
  if (key === undefined) throw new Error('the key of mailboxes is missing')
  const hash = createHmac('sha256', key).update(foldMailbox(email)).digest('base64url')
  // Two accounts that open at once take turns: the second sees what the first was given.
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [hash])
  await trx('mailbox').insert({ member_id: id, hash })
}

/** Member -> everybody who has had the same mailbox, themselves first: another spelling, or an account that is gone. */
export async function accountsOfMailboxes(reader: Reader, memberIds: string[]): Promise<Map<string, string[]>> {
  if (memberIds.length === 0) return new Map()
  const { rows } = await reader.raw<{ rows: { id: string; others: string[] }[] }>(
    `select mine.member_id as id,
       array(
         select other.member_id from mailbox other where other.hash = mine.hash and other.member_id <> mine.member_id
       ) as others
     from mailbox mine where mine.member_id = any(?::uuid[])`,
    [memberIds],
  )
  const others = new Map(rows.map((row) => [row.id, row.others]))
  return new Map(memberIds.map((id) => [id, [id, ...(others.get(id) ?? [])]]))
}

/**
 * How two members are close: one person's two accounts, or one has invited the other, whichever account they did it with.
 * @param also.columns what a caller asks in the same statement: gets SQL of all accounts of either one's mailbox, uuid[]
 */
export async function closenessOf<T extends object>(
  reader: Reader,
  oneId: string,
  otherId: string,
  also: { columns: (ones: string, others: string) => string; bindings: Record<string, string | number[] | string[]> },
): Promise<T & { closeness: 'same mailbox' | 'invited' | null }> {
  const accounts = (of: string) => `array(select id from box where of_id = ${of})`
  const { rows } = await reader.raw<{ rows: [T & { closeness: 'same mailbox' | 'invited' | null }] }>(
    `with box as materialized (
       select mine.member_id as of_id, account.member_id as id
       from mailbox mine join mailbox account on account.hash = mine.hash
       where mine.member_id in (:oneId, :otherId)
       union values (:oneId::uuid, :oneId::uuid), (:otherId, :otherId)
     )
     select case
         when ${accounts(':oneId')} && ${accounts(':otherId')} then 'same mailbox'
         when exists (
           select from member
           where id = any(array(select id from box)) and referred_by = any(array(select id from box))
         ) then 'invited'
       end as closeness, ${also.columns(accounts(':oneId'), accounts(':otherId'))}`,
    { ...also.bindings, oneId, otherId },
  )
  return rows[0]
}
