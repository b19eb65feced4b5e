import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { say } from '../../platform/language/words.ts'
import { localDay } from '../../platform/local-time.ts'
import { type Answer, checkWords, type SaidOf } from './check/check-words.ts'
import type { RecallIndex } from './check/recall-index.ts'
import { RECALL_CODES } from './contract.ts'
import { recallIndex } from './kept-index.ts'
import { isAmong } from './new-recalls.ts'

type Known = Pick<Context, 'db' | 'listener' | 'clock' | 'config'>

/** Everything known of a thing by the words about it. */
export async function checkSaid(ctx: Known, said: SaidOf, index?: RecallIndex): Promise<Answer> {
  const { MARKET_COUNTRY: country, MARKET_TIME_ZONE } = ctx.config
  const month = localDay(ctx.clock.now(), MARKET_TIME_ZONE).slice(0, 7)
  return checkWords(index ?? (await recallIndex(ctx)), said, { country, month })
}

/**
 * Refuses what may not be passed on, and what may be recalled until its seller has compared the label.
 * @param compared the keys of the recalls with which that was done
 * @param index where the caller is in a transaction: what reads it would wait for a second connection
 * @throws AppError BANNED_TYPE 400, COMPARE_LABEL 409 with a detail for each recall that is still to be compared with
 */
export async function demandCompared(ctx: Known, said: SaidOf, compared: string[], index?: RecallIndex): Promise<void> {
  const { banned, recalls } = await checkSaid(ctx, said, index)
  if (banned) {
    const message = banned.reason
    throw new AppError(RECALL_CODES.BANNED_TYPE, 400, message, { details: [{ path: ['title'], message }] })
  }
  const open = recalls.filter(({ recall }) => !isAmong(recall, compared))
  if (open.length === 0) return
  const details = open.map(({ recall: { key, brand, products, date } }) => ({
    path: ['recallsCompared', key],
    message: say('{thing}, recalled {date}', {
      thing: brand === '' ? products.join(', ') : `${products.join(', ')} (${brand})`,
      date,
    }),
  }))
  const message = say(
    'This may be something that was recalled. Please compare its label with {count, plural, one {the recall} other {the recalls}}, and show it on a photo.',
    { count: open.length },
  )
  throw new AppError(RECALL_CODES.COMPARE_LABEL, 409, message, { details })
}
