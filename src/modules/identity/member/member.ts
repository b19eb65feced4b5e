import { Model, snakeCaseMappers } from 'objection'
import type { Reader } from '../../../platform/database.ts'
import type { Caller } from '../../../platform/http/api.ts'
import type { AgeRange } from '../contract.ts'

export class Member extends Model {
  static override tableName = 'member'
  static override get columnNameMappers() {
    return snakeCaseMappers()
  }

  declare id: string
  declare email: string
  declare firstName: string | null
  declare lastName: string | null
  declare profileImageUrl: string | null
  declare isAdmin: boolean
  declare defaultCity: string | null
  declare defaultContactName: string | null
  declare defaultContactEmail: string | null
  declare defaultContactPhone: string | null
  declare defaultPickupAddress: string | null
  declare defaultLatitude: number | null
  declare defaultLongitude: number | null
  declare referralCode: string
  declare referredBy: string | null
  declare firstListingAt: Date | null
  declare firstSaleAt: Date | null
  declare hasBoughtOnce: boolean
  declare hasSoldOnce: boolean
  declare currentStreak: number
  declare lastActivityMonth: string | null
  declare childrenAges: AgeRange[]
  /** Wants a mail about unread messages. */
  declare mailMessages: boolean
  /** Wants reminders of purchases and sales by mail. */
  declare mailPurchases: boolean
  declare oidcSubject: string | null
  /** What the demo says about them; null for everybody real. */
  declare demoNote: string | null
  /** Has left: nothing in this row tells who it was. */
  declare deletedAt: Date | null
  declare createdAt: Date
  declare updatedAt: Date
}

export async function findMember(reader: Reader, id: string): Promise<Member | null> {
  return (await Member.query(reader).findById(id)) ?? null
}

export async function findMembers(reader: Reader, ids: string[]): Promise<Map<string, Member>> {
  const members = await Member.query(reader).findByIds([...new Set(ids)])
  return new Map(members.map((member) => [member.id, member]))
}

export async function findMemberByEmail(reader: Reader, email: string): Promise<Member | null> {
  return (await Member.query(reader).findOne({ email })) ?? null
}

export async function findCaller(reader: Reader, id: string): Promise<Caller | null> {
  const member = await Member.query(reader).findById(id).whereNull('deleted_at').select('id', 'is_admin')
  return member ? { id: member.id, isAdmin: member.isAdmin } : null
}
