import { createHmac } from 'node:crypto'
import type { Reader, Trx } from '../../../platform/database.ts'
import { foldMailbox } from './mailbox.ts'
import { privateMailDomain } from './private-mail-domain.ts'

/** Notes which mailbox a new member has, and which private mail domain. Only keyed hashes are kept; they stay when the member leaves. */
export async function recordMailbox(trx: Trx, { id, email }: { id: string; email: string }): Promise<void> {
  const { key } = (await trx('mailbox_key').first('key')) ?? {}
  if (key === undefined) throw new Error('the key of mailboxes is missing')
  const hashOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const hash = hashOf(foldMailbox(email))
  const domain = privateMailDomain(email)
  // Two accounts that open at once take turns: the second sees what the first was given.
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [hash])
  await trx('mailbox').insert({ member_id: id, hash, domain_hash: domain === null ? null : hashOf(`@${domain}`) })
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

export type Closeness = 'same mailbox' | 'same card' | 'invited' | 'same domain'

/** The part of {@link closenessQuery} that depends on who asks. */
interface Asked {
  /** SQL of who pays with a card of the member whose id is this SQL, as a column `id`. */
  mates: (id: string) => string
  /** More columns of the same statement: gets SQL of all accounts of either one's mailbox, uuid[]. */
  columns?: (ones: string, others: string) => string
}

/**
 * SQL that selects how the two members whose ids these expressions are (uuid) are close, whichever account they did it with:
 * one person's two accounts; households with a card in common; one has invited the other, or somebody both; or a mail
 * domain of their own.
 */
export function closenessQuery(one: string, other: string, { mates, columns }: Asked): string {
  const accounts = (of: string) => `array(select id from box where of_id = ${of})`
  const both = `one.of_id = ${one} and other.of_id = ${other}`
  return `with recursive box as materialized (
       select mine.member_id as of_id, account.member_id as id
       from mailbox mine join mailbox account on account.hash = mine.hash
       where mine.member_id in (${one}, ${other})
       union values (${one}, ${one}), (${other}, ${other})
     ), household as (
       select of_id, id from box
       union
       select of_id, near.id from household cross join lateral (
         select account.member_id as id from mailbox mine join mailbox account on account.hash = mine.hash
         where mine.member_id = household.id
         union all ${mates('household.id')}
       ) near
     ), known as materialized (
       select of_id, member.id, referred_by, domain_hash from household
       join member on member.id = household.id left join mailbox on mailbox.member_id = member.id
     )
     select case
         when ${accounts(one)} && ${accounts(other)} then 'same mailbox'
         when exists (
           select from household one join household other on other.id = one.id where ${both}
         ) then 'same card'
         when exists (
           select from known one join known other
             on other.id = one.referred_by or other.referred_by = one.id or other.referred_by = one.referred_by
           where ${both}
         ) then 'invited'
         when exists (
           select from known one join known other on other.domain_hash = one.domain_hash where ${both}
         ) then 'same domain'
       end as closeness ${columns ? `, ${columns(accounts(one), accounts(other))}` : ''}`
}

export async function closenessOf<T extends object>(
  reader: Reader,
  oneId: string,
  otherId: string,
  { bindings, ...asked }: Asked & { bindings?: Record<string, string | number[] | string[]> },
): Promise<T & { closeness: Closeness | null }> {
  const { rows } = await reader.raw<{ rows: [T & { closeness: Closeness | null }] }>(
    closenessQuery(':oneId::uuid', ':otherId::uuid', asked),
    { ...bindings, oneId, otherId },
  )
  return rows[0]
}
