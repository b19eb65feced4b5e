import type { Trx } from '../../../platform/database.ts'
import { tellBrowsers } from '../../../platform/http/live/live-channel.ts'
import type { Subject } from '../../../platform/sending/mail.ts'
import { findMember } from '../../identity/index.ts'
import { notify, type NewNotice } from '../../notifications/index.ts'
import { aboutOf, nameOfThings } from '../../purchasing/constants.ts'
import type { Order } from '../../purchasing/index.ts'
import { memberOf, type Side } from './trade.ts'

interface News {
  kind: NewNotice['kind']
  /** Names it for good. */
  key: string
  title: Subject
  body: string
  button: string
  now: Date
}

/** Where the card of a trade is on the site. */
export const cardPath = (purchaseId: string): string => `/purchases?trade=${purchaseId}`

/** Tells one side of a trade something, once `trx` commits. */
export async function tell(trx: Trx, order: Order, to: Side, news: News): Promise<void> {
  const namesId = memberOf(order, to === 'buyer' ? 'seller' : 'buyer')
  await notify(trx, { ...news, memberId: memberOf(order, to), path: cardPath(order.id), namesId })
}

/** Calls these admins to the queue of problems, once `trx` commits. */
export async function tellAdmins(
  trx: Trx,
  memberIds: string[],
  news: Pick<NewNotice, 'key' | 'title' | 'body' | 'now'>,
): Promise<void> {
  const more = { kind: 'account', path: '/admin#disputes', button: 'See the problem' } as const
  await notify(trx, ...memberIds.map((memberId) => ({ ...news, ...more, memberId })))
}

/** The open cards of both sides are read anew once `trx` commits. */
export async function refreshCards(trx: Trx, { id, buyerId, sellerId }: Order): Promise<void> {
  await tellBrowsers(trx, [buyerId, sellerId], { event: 'trade', purchaseId: id })
}

/** What a side is called in words to the other. */
export async function nameOf(trx: Trx, order: Order, side: Side): Promise<string> {
  return (await findMember(trx, memberOf(order, side)))?.firstName ?? 'Your neighbour'
}

/** `"Doll" and 2 more`: what is still to change hands, else what the lines are about. */
export function titleOf({ lines }: Pick<Order, 'lines'>): string {
  const open = lines.filter(({ state }) => state === 'paid')
  return nameOfThings((open.length > 0 ? open : aboutOf(lines)).map(({ listingTitle }) => `"${listingTitle}"`))
}
