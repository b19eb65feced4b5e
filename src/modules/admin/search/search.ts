import type { Reader } from '../../../platform/database.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import type { Page } from '../../../platform/page.ts'
import { searchListings } from '../../catalog/index.ts'
import { findMembers, searchMembers } from '../../identity/index.ts'
import type { FoundListing, FoundMember, SearchListingsQuery, SearchMembersQuery } from './contract.ts'
import { presentPerson } from '../members/present-person.ts'

export async function findMembersFor(reader: Reader, query: SearchMembersQuery): Promise<Page<FoundMember>> {
  const { rows, next } = await searchMembers(reader, query)
  const members = new Map(rows.map((member) => [member.id, member]))
  return {
    rows: rows.map(({ id, isAdmin, profileImageUrl, createdAt }) => ({
      ...presentPerson(members, id),
      isAdmin,
      profileImageUrl,
      createdAt: createdAt.toISOString(),
    })),
    next,
  }
}

export async function findListingsFor(reader: Reader, query: SearchListingsQuery): Promise<Page<FoundListing>> {
  const { rows, next } = await searchListings(reader, query)
  const sellers = await findMembers(
    reader,
    rows.map(({ sellerId }) => sellerId),
  )
  return {
    rows: rows.map(({ id, title, photos, status, hiddenAt, tokenPrice, createdAt, sellerId }) => ({
      id,
      title,
      photo: photos[0] ?? null,
      status,
      hiddenAt: hiddenAt?.toISOString() ?? null,
      tokenPrice: formatHundredths(tokenPrice),
      createdAt: createdAt.toISOString(),
      seller: presentPerson(sellers, sellerId),
    })),
    next,
  }
}
