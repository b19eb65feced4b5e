import { HOUR_MS } from '../../../platform/durations.ts'
import type { Context } from '../../../platform/context.ts'
import { transact, type Trx } from '../../../platform/database.ts'
import { AppError, Forbidden } from '../../../platform/errors.ts'
import { type Said, say, words } from '../../../platform/language/words.ts'
import { confirmLines, lockWhole } from '../../purchasing/index.ts'
import { KEPT_CODE_HOURS, PAUSE_MINUTES, WRONG_CODES } from '../constants.ts'
import { HANDOVER_CODES, type Trade } from '../contract.ts'
import { presentTrade } from '../trade/present-trade.ts'
import { firstNameOf, refreshCards } from '../trade/announce.ts'
import { isCodeOf, wasCodeOf } from './code.ts'

/**
 * The buyer has the seller's code: what they take is theirs, and its tokens go to the seller. The code proves that the two
 * met; releasing stays the buyer's act, by the very call that works without a code.
 * @param what.itemIds all that are awaited where left out
 * @param what.at when a phone without reception took the code, as ISO 8601; now where left out
 * @throws {NotFound} PURCHASE_NOT_FOUND; {Forbidden} NOT_YOUR_PURCHASE for anybody but the buyer; AppError 403 WRONG_CODE,
 *   429 CODE_PAUSED, 409 NOT_AWAITING_DELIVERY
 */
export async function handOver(
  ctx: Context,
  what: {
    purchaseId: string
    memberId: string
    code: string
    itemIds?: string[] | undefined
    at?: string | undefined
  },
): Promise<Trade> {
  const { purchaseId, memberId, code, itemIds, at } = what
  const outcome = await transact(ctx.db, async (trx) => {
    const found = await lockWhole(trx, purchaseId, { listings: true })
    // A member who points a camera at somebody else's code learns nothing but that.
    if (found.buyerId !== memberId)
      throw new Forbidden('Only the neighbour who has paid for this can confirm it', HANDOVER_CODES.NOT_YOUR_PURCHASE)
    const now = ctx.clock.now()
    const tried = await tryCode(trx, { purchaseId: found.id, code, taken: at === undefined ? null : new Date(at), now })
    if (!tried.right) return { ...tried, seller: (await firstNameOf(trx, found, 'seller')) ?? words('Your neighbour') }
    const order = await confirmLines(trx, found, { itemIds, now })
    await refreshCards(trx, order)
    return { right: true, trade: await presentTrade(ctx, trx, { order, side: 'buyer' }) } as const
  })
  return outcome.right ? outcome.trade : refuse(outcome, at === undefined ? oldCode(outcome.seller) : NEVER)
}

type Refused = { right: false; pausedUntil: Date | null; seconds: number }

/** A try is counted, also where it is refused: so it is answered here, and thrown after the commit. */
async function tryCode(
  trx: Trx,
  { purchaseId, code, taken, now }: { purchaseId: string; code: string; taken: Date | null; now: Date },
): Promise<{ right: true } | Refused> {
  const row = await trx('handover_code').where({ purchase_id: purchaseId }).forUpdate().first()
  // No code was ever shown: whatever is typed is wrong, and there is nothing to guess.
  if (!row) return { right: false, pausedUntil: null, seconds: 0 }
  const paused = row.paused_until && row.paused_until > now ? row.paused_until : null
  if (paused) return { right: false, pausedUntil: paused, seconds: secondsUntil(paused, now) }
  const own = trx('handover_code').where({ purchase_id: purchaseId })
  if (taken ? isKept(taken, now) && wasCodeOf(row.secret, code, taken) : isCodeOf(row.secret, code, now)) {
    await own.update({ wrong_tries: 0, paused_until: null })
    return { right: true }
  }
  const tries = row.wrong_tries + 1
  const until = tries >= WRONG_CODES ? new Date(now.getTime() + PAUSE_MINUTES * 60_000) : null
  await own.update({
    wrong_tries: until ? 0 : tries,
    wrong_tries_in_all: row.wrong_tries_in_all + 1,
    paused_until: until,
  })
  return { right: false, pausedUntil: until, seconds: until ? secondsUntil(until, now) : 0 }
}

const isKept = (taken: Date, now: Date) => now.getTime() - taken.getTime() <= KEPT_CODE_HOURS * HOUR_MS

const secondsUntil = (time: Date, now: Date) => Math.ceil((time.getTime() - now.getTime()) / 1000)

const oldCode = (seller: string) =>
  say("That code is wrong or has expired. Type the one {seller}'s phone shows now.", { seller })
const NEVER = words(
  "That wasn't the code on the seller's phone. Type the one it shows now, or confirm under Purchases.",
)

function refuse(outcome: Refused, wrong: string | Said): never {
  if (outcome.pausedUntil === null) throw new Forbidden(wrong, HANDOVER_CODES.WRONG_CODE)
  const minutes = Math.ceil(outcome.seconds / 60)
  const said = say('Too many wrong codes. Please try again in {minutes, plural, one {a minute} other {# minutes}}.', {
    minutes,
  })
  throw new AppError(HANDOVER_CODES.CODE_PAUSED, 429, said, { retryAfter: outcome.seconds })
}
