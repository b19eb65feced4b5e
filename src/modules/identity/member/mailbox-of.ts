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
 * @param ones all accounts of the one; others, those of the other: {@link accountsOfMailboxes}
 */
export async function closenessOf(
  reader: Reader,
  ones: string[],
  others: string[],
): Promise<'same mailbox' | 'invited' | undefined> {
  if (ones.some((one) => others.includes(one))) return 'same mailbox'
  const invitation = await reader('member')
    .whereIn('id', [...ones, ...others])
    .whereIn('referred_by', [...ones, ...others])
    .first('id')
  return invitation ? 'invited' : undefined
}
