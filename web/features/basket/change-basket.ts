import type { Baskets } from '../../../src/modules/purchasing/basket/contract.ts'
import { MAX_BASKET_LINES } from '../../../src/modules/purchasing/constants.ts'
import { ApiError, call, messageFrom, path } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { takeTurns } from '../../lib/take-turns.ts'
import { setAnswer } from '../../lib/use-api.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { gather, leaveOut } from './gathered.ts'

type Member = object | null

const show = (baskets: Baskets) => setAnswer(path('/api/baskets'), baskets)

/** Each answer is all baskets: an older one would take back what a newer one shows. */
const inTurn = takeTurns()

/** @returns whether it is there now; a toast says why not */
export const putIn = (member: Member, id: string): Promise<boolean> =>
  trying(t("That couldn't be added"), async () => {
    if (member) await show(await call('PUT /api/baskets/items/:id', { params: { id } }))
    else gatherAll([id])
  })

/** All that can be bought of them. @returns as {@link putIn} */
export const putInAll = (member: Member, itemIds: string[]): Promise<boolean> =>
  trying(t("They couldn't be added"), async () => {
    if (member) await show(await call('POST /api/baskets/merge', { body: { itemIds } }))
    else gatherAll(itemIds)
  })

/** @returns whether they are out of it; a toast says why not */
export const takeOut = (member: Member, ids: string[]): Promise<boolean> =>
  trying(t("That couldn't be removed"), async () => {
    if (!member) leaveOut(ids)
    else for (const id of ids) await show(await call('DELETE /api/baskets/items/:id', { params: { id } }))
  })

function gatherAll(ids: string[]): void {
  if (gather(ids)) return
  throw new ApiError(
    409,
    t('Your pickups can hold {most} items in all. Please remove one first.', {
      most: MAX_BASKET_LINES,
    }),
  )
}

async function trying(failed: string, change: () => Promise<void>): Promise<boolean> {
  try {
    await inTurn(change)
    return true
  } catch (error) {
    toast({ title: failed, description: messageFrom(error, t('Please try again.')), tone: 'danger' })
    return false
  }
}

let moving = false

/** A visitor's basket goes into the baskets of the member they are now. Where that fails, the next page tries again. */
export async function moveIn(gathered: string[]): Promise<void> {
  if (moving) return
  moving = true
  try {
    const answer = await call('POST /api/baskets/merge', { body: { itemIds: gathered } })
    leaveOut(gathered)
    await show(answer)
    toast({
      title: t('Your items are in your pickup'),
      ...(answer.gone.length > 0 && { description: answer.gone.map(({ message }) => `${message}.`).join(' ') }),
    })
  } catch {
    // It is all still in this browser.
  } finally {
    moving = false
  }
}
