import type { Reader } from '../../../platform/database.ts'

export async function exportBaskets(reader: Reader, memberId: string) {
  const rows = await reader('basket_line').where({ member_id: memberId }).orderBy(['added_at', 'listing_id'])
  return rows.map((row) => ({ listingId: row.listing_id, title: row.listing_title, addedAt: row.added_at }))
}
