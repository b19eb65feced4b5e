import type { Trx } from '../../../platform/database.ts'
import { signalBrowsers } from '../../../platform/http/live/live-channel.ts'
import type { Fact } from '../../../platform/language/facts.ts'
import { words } from '../../../platform/language/words.ts'
import { findMember } from '../../identity/index.ts'
import type { ToldNotice } from '../../../told.ts'
import { notify, type Telling } from '../../notifications/index.ts'
import { aboutOf } from '../../purchasing/constants.ts'
import { rootOf, type Order } from '../../purchasing/index.ts'
import { memberOf, type Side } from './trade.ts'

type Announcement = ToldNotice & Pick<Telling, 'kind' | 'key' | 'now'> & { button: string }

export const cardPath = (purchaseId: string): string => `/purchases?trade=${purchaseId}`

/** Tells one side of a trade something, once `trx` commits. */
export async function announce(trx: Trx, order: Order, to: Side, notice: Announcement): Promise<void> {
  const namesId = memberOf(order, to === 'buyer' ? 'seller' : 'buyer')
  await notify(trx, { ...notice, memberId: memberOf(order, to), path: cardPath(rootOf(order)), namesId })
}

/** Calls these admins to the queue of problems, once `trx` commits. */
export async function announceToAdmins(
  trx: Trx,
  memberIds: string[],
  notice: ToldNotice & Pick<Telling, 'key' | 'now'>,
): Promise<void> {
  const more = { kind: 'account', path: '/admin', button: words('See the problem') } as const
  await notify(trx, ...memberIds.map((memberId) => ({ ...notice, ...more, memberId })))
}

/** The open cards of both sides are read anew once `trx` commits. */
export async function refreshCards(trx: Trx, order: Order): Promise<void> {
  await signalBrowsers(trx, [order.buyerId, order.sellerId], { event: 'trade', purchaseId: rootOf(order) })
}

/** The name by which the other calls a side; null without one. */
export const firstNameOf = async (trx: Trx, order: Order, side: Side): Promise<string | null> =>
  (await findMember(trx, memberOf(order, side)))?.firstName ?? null

/** The same as a fact of what is told. */
export const nameOf = async (trx: Trx, order: Order, side: Side): Promise<Fact> =>
  (await firstNameOf(trx, order, side)) ?? { words: words('Your neighbour') }

/** `"Doll" and 2 more`: what is still to change hands, else what the lines are about. */
export function titleOf({ lines }: Pick<Order, 'lines'>): { quoted: string[]; more: number } {
  const open = lines.filter(({ state }) => state === 'paid')
  const [first, ...others] = open.length > 0 ? open : aboutOf(lines)
  return { quoted: first ? [first.listingTitle] : [], more: others.length }
}
