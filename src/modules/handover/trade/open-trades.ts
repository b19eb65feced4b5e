import type { Context } from '../../../platform/context.ts'
import { formatHundredths } from '../../../platform/decimal.ts'
import { openOrdersOf, purchaseView, saleView, tokensOnTheirWay } from '../../purchasing/index.ts'
import { MAX_OPEN, waitsForMe } from '../constants.ts'
import type { OpenTrades, Trade } from '../contract.ts'
import { listTrades } from './present-trade.ts'

export async function openTradesOf(ctx: Context, memberId: string): Promise<OpenTrades> {
  const trades = await openCards(ctx, memberId)
  const waiting = trades.filter(waitsForMe)
  const sold = waiting.filter(({ side }) => side === 'seller')
  return {
    waiting: { bought: waiting.length - sold.length, sold: sold.length },
    today: trades
      .filter(({ stage }) => stage === 'today' || stage === 'at_the_door')
      .toSorted((one, other) => startOf(one).localeCompare(startOf(other))),
    tokensOnTheirWay: formatHundredths(await tokensOnTheirWay(ctx.db, memberId)),
  }
}

/** The listings of the trades that wait for the member, each with who is on the other side. */
export async function waitingTrades(ctx: Context, memberId: string): Promise<{ listingId: string; otherId: string }[]> {
  const waiting = (await openCards(ctx, memberId)).filter(waitsForMe)
  return waiting.flatMap(({ lines, buyer, seller }) =>
    lines.flatMap(({ id }) =>
      id === null ? [] : { listingId: id, otherId: buyer.id === memberId ? seller.id : buyer.id },
    ),
  )
}

async function openCards(ctx: Context, memberId: string): Promise<Trade[]> {
  const orders = await openOrdersOf(ctx.db, { memberId, now: ctx.clock.now(), limit: MAX_OPEN })
  const [bought, sold] = [
    orders.filter(({ buyerId }) => buyerId === memberId),
    orders.filter(({ sellerId }) => sellerId === memberId),
  ]
  const listed = [
    ...(await listTrades(ctx, { orders: bought, side: 'buyer' }, purchaseView)),
    ...(await listTrades(ctx, { orders: sold, side: 'seller' }, saleView)),
  ]
  return listed.map(({ trade }) => trade)
}

const startOf = ({ appointment }: OpenTrades['today'][number]) => appointment?.start ?? ''
