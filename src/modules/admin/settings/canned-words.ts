import type { Context } from '../../../platform/context.ts'
import type { Reader, Trx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import { words } from '../../../platform/language/words.ts'
import { ADMIN_CODES } from '../desk/contract.ts'
import type { CannedWords } from './contract.ts'
import { actAsAdmin, type Acted } from '../log/admin-action.ts'

/** The reasons that admins have ready; none, of version 0, where nobody has written any. */
export async function readCannedWords(reader: Reader): Promise<CannedWords> {
  const row = await reader('canned_words').first()
  return { version: row?.version ?? 0, words: row?.list ?? [] }
}

/** Takes the place of the list that the caller has seen. @throws Conflict WORDS_CHANGED */
export async function changeCannedWords(
  ctx: Context,
  actorId: string,
  { version, words: list }: CannedWords,
): Promise<Acted<CannedWords>> {
  return actAsAdmin(ctx, actorId, async (trx) => {
    const before = await readCannedWords(trx)
    if (before.version !== version)
      throw new Conflict(
        ADMIN_CODES.WORDS_CHANGED,
        words('Another admin has just changed the ready-made words. Please look at them again.'),
      )
    const after = { version: version + 1, words: list }
    await setCannedWords(trx, after)
    const change = {
      action: 'words.update',
      subject: 'settings',
      before: { words: before.words.join(' / ') },
      after: { words: list.join(' / ') },
    }
    return { change, result: after, undo: [{ put: 'words', words: before.words }] }
  })
}

const setCannedWords = (trx: Trx, { version, words: list }: CannedWords) =>
  trx('canned_words').insert({ list, version }).onConflict('only_one').merge()

export async function putCannedWordsBack(trx: Trx, list: string[]): Promise<void> {
  await setCannedWords(trx, { version: (await readCannedWords(trx)).version + 1, words: list })
}
