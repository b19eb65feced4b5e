import type { Reader } from '../../../platform/database.ts'
import { type Page, type PageQuery, pageOf } from '../../../platform/page.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { noticeWords } from '../../../told.ts'
import type { Manner } from '../../../platform/language/facts.ts'
import { translate } from '../../../platform/language/translate.ts'
import type { Kind, Notice as NoticeView } from '../contract.ts'
import { type About, detailsOf } from './about.ts'

/** A notice can't be answered. */
export class Notice extends rowOf<'notice', { kind: Kind; about: About | null }>('notice') {}

/** The member wants to see notices of its kind on the site. */
const WANTED = `not exists (
  select from notice_preference as choice
  where choice.member_id = notice.member_id and choice.kind = notice.kind and not choice.site
)`

/** A page of the member's notices, latest first. */
export async function noticesOf(reader: Reader, memberId: string, page: PageQuery): Promise<Page<Notice>> {
  const query = Notice.query(reader).where({ member_id: memberId }).whereRaw(WANTED)
  if (page.cursor !== undefined) void query.whereRaw('seq < (select seq from notice where id = ?)', [page.cursor])
  return pageOf(await query.orderBy('seq', 'desc').limit(page.limit + 1), page)
}

export async function countUnread(reader: Reader, memberId: string): Promise<number> {
  const [unread] = await reader('notice')
    .where({ member_id: memberId })
    .whereNull('read_at')
    .whereRaw(WANTED)
    .count('*')
  return Number(unread?.count ?? 0n)
}

/** As it is read in that manner. */
export function presentNotice(notice: Notice, manner: Manner): NoticeView {
  const { id, kind, about, path, button, readAt, createdAt } = notice
  return {
    id,
    kind,
    ...noticeWords(notice, manner),
    picture: about?.picture ?? null,
    details: detailsOf(about, manner),
    path,
    button: button && translate(manner.language, button),
    readAt: readAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
