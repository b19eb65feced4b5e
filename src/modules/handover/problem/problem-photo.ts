import type { Reader } from '../../../platform/database.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { photoKey } from '../../catalog/index.ts'

/** A row of `problem_photo`; its file is erased with it. */
export class ProblemPhoto extends rowOf('problem_photo') {}

export const fileOf = (id: string) => photoKey(`${id}.webp`)
/** For the two sides of the problem and the admins. */
export const urlOf = (id: string) => `/problem-photos/${id}.webp`

export async function problemPhotosBy(reader: Reader, memberId: string) {
  const rows = await ProblemPhoto.query(reader).where({ owner_id: memberId }).orderBy(['created_at', 'id'])
  return rows.map(({ id, purchaseId, createdAt, eraseAt }) => ({ url: urlOf(id), purchaseId, createdAt, eraseAt }))
}
