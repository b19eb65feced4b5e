import { Model, snakeCaseMappers } from 'objection'
import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/api.ts'
import type { AgeRange, User } from '../contract.ts'

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

/** The member as they see themselves, with their balance. @throws {NotSignedIn} when they are gone */
export async function readUser(reader: Reader, id: string): Promise<User> {
  const member = await findMember(reader, id)
  if (!member) throw new NotSignedIn()
  const balance = await reader<{ user_id: string; tokens: bigint; tokens_in_escrow: bigint }>('member_balance')
    .where('user_id', id)
    .first()
  return presentUser(member, { tokens: balance?.tokens ?? 0n, inEscrow: balance?.tokens_in_escrow ?? 0n })
}

function presentUser(member: Member, balance: { tokens: bigint; inEscrow: bigint }): User {
  return {
    id: member.id,
    email: member.email,
    firstName: member.firstName,
    lastName: member.lastName,
    profileImageUrl: member.profileImageUrl,
    tokens: formatHundredths(balance.tokens),
    tokensInEscrow: formatHundredths(balance.inEscrow),
    isAdmin: member.isAdmin,
    defaultCity: member.defaultCity,
    defaultContactName: member.defaultContactName,
    defaultContactEmail: member.defaultContactEmail,
    defaultContactPhone: member.defaultContactPhone,
    defaultPickupAddress: member.defaultPickupAddress,
    defaultLatitude: member.defaultLatitude,
    defaultLongitude: member.defaultLongitude,
    referralCode: member.referralCode,
    referredBy: member.referredBy,
    firstListingAt: member.firstListingAt?.toISOString() ?? null,
    firstSaleAt: member.firstSaleAt?.toISOString() ?? null,
    hasBoughtOnce: member.hasBoughtOnce,
    hasSoldOnce: member.hasSoldOnce,
    currentStreak: member.currentStreak,
    lastActivityMonth: member.lastActivityMonth,
    childrenAges: member.childrenAges,
    createdAt: member.createdAt.toISOString(),
    updatedAt: member.updatedAt.toISOString(),
  }
}
