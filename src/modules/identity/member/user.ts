import { raw } from 'objection'
import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { NotSignedIn } from '../../../platform/errors.ts'
import { languageNamed } from '../../../platform/language/words.ts'
import { monthsOld, nextSize, wornSize, youngestOf } from '../constants.ts'
import type { User } from '../contract.ts'
import type { Caller } from '../../../platform/http/session/session.ts'
import { Member } from './member.ts'
import { barredQuery, isOver } from './refuse-suspended.ts'
import { presentSuspension } from './suspension.ts'

/** In hundredths of a token. */
interface Balance {
  tokens: bigint
  inEscrow: bigint
}

/** The wallet's answer, passed in from outside: identity calls no other module. */
export type BalanceOf = (reader: Reader, memberId: string) => Promise<Balance>

/** The member as they see themselves, with their balance. @throws {NotSignedIn} when they are gone */
export async function readUser(
  reader: Reader,
  { id, now, balanceOf }: { id: string; now: Date; balanceOf: BalanceOf },
): Promise<User> {
  const barred = raw(`(${barredQuery('member.id')})`).as('barred')
  const member = await Member.query(reader).findById(id).select('*', barred)
  if (!member) throw new NotSignedIn()
  return {
    ...presentUser(member, await balanceOf(reader, id), now),
    suspension: suspensionIn(member as Member & Pick<Caller, 'barred'>, now),
  }
}

function suspensionIn({ barred }: Pick<Caller, 'barred'>, now: Date): User['suspension'] {
  if (barred === null || isOver(barred, now)) return null
  return presentSuspension({ reason: barred.reason, until: barred.until === null ? null : new Date(barred.until) })
}

function presentUser(member: Member, balance: Balance, now: Date): Omit<User, 'suspension'> {
  const youngest = youngestOf(member.childrenBorn)
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
    childrenBorn: member.childrenBorn,
    language: languageNamed(member.language),
    youngest:
      youngest === undefined
        ? null
        : { months: Math.max(0, monthsOld(youngest, now)), wears: wornSize(youngest, now) ?? null },
    nextSize: (youngest !== undefined && nextSize(youngest, now)) || null,
    createdAt: member.createdAt.toISOString(),
    updatedAt: member.updatedAt.toISOString(),
  }
}
