import type { Reader } from '../../../platform/database.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { photoKey } from '../../catalog/index.ts'
import { sideOf, type Side } from '../trade/trade.ts'

/** A row of `problem_photo`; its file is erased with it. */
export class ProblemPhoto extends rowOf('problem_photo') {}

export const fileOf = (id: string) => photoKey(`${id}.webp`)
const urlOf = (id: string) => `/problem-photos/${id}.webp`

/** Photos about the problems of a purchase, oldest first; for its two sides and the admins. */
export async function problemPhotos(
  reader: Reader,
  order: { id: string; buyerId: string; sellerId: string },
): Promise<{ url: string; by: Side }[]> {
  const rows = await ProblemPhoto.query(reader).where({ purchase_id: order.id }).orderBy(['created_at', 'id'])
  return rows.map(({ id, ownerId }) => ({ url: urlOf(id), by: sideOf(order, ownerId) ?? 'buyer' }))
}

/** What the member has shown, for their export. */
export async function problemPhotosBy(reader: Reader, memberId: string) {
  const rows = await ProblemPhoto.query(reader).where({ owner_id: memberId }).orderBy(['created_at', 'id'])
  return rows.map(({ id, purchaseId, createdAt, eraseAt }) => ({ url: urlOf(id), purchaseId, createdAt, eraseAt }))
}
