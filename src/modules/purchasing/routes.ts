import type { Context } from '../../platform/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { readBytes } from '../../platform/http/body.ts'
import { addToOrder } from './buying/add-to-order.ts'
import { basketRoutes } from './basket/basket-routes.ts'
import { drawRoutes } from './draw/draw-routes.ts'
import { cancelPurchase } from './refund/cancel-purchase.ts'
import { confirmSandboxPayment } from './card/sandbox/confirm-sandbox-payment.ts'
import { confirmDelivery, confirmOrder } from './delivery/confirm-delivery.ts'
import * as contract from './contract.ts'
import { finishPurchase } from './buying/finish-purchase.ts'
import { giveUpPurchase } from './buying/give-up-purchase.ts'
import { addableTo, openOrderFor } from './buying/open-order.ts'
import { pickupDetails } from './delivery/pickup-details.ts'
import { presentPurchase, presentSale } from './purchase/present-purchases.ts'
import { deliveryQuotes } from './courier/quote-delivery.ts'
import { receiveCardEvent } from './buying/receive-card-event.ts'
import { startOrder, startPurchase } from './buying/start-purchase.ts'

export function purchasingRoutes(api: Api, ctx: Context): void {
  basketRoutes(api, ctx)
  drawRoutes(api, ctx)
  api.on(contract.startPurchase, ({ params, body, caller }) =>
    startPurchase(ctx, { ...body, buyerId: caller.id, listingId: params.id }),
  )
  api.on(contract.startOrder, ({ body, caller }) => startOrder(ctx, { ...body, buyerId: caller.id }))
  api.on(contract.addToOrder, ({ params, body, caller }) =>
    addToOrder(ctx, { ...body, buyerId: caller.id, orderId: params.id }),
  )
  api.on(contract.getOpenOrder, async ({ params, caller }) => ({
    purchaseId: await openOrderFor(ctx.db, { listingId: params.id, buyerId: caller.id }),
  }))
  api.on(contract.listAddable, ({ params, caller }) => addableTo(ctx.db, { purchaseId: params.id, buyerId: caller.id }))
  api.on(contract.finishOrder, async ({ params, body, caller }) =>
    presentPurchase(ctx.db, await finishPurchase(ctx, { ...body, buyerId: caller.id, purchaseId: params.id })),
  )
  api.on(contract.confirmOrder, async ({ params, body, caller }) =>
    presentPurchase(ctx.db, await confirmOrder(ctx, { ...body, buyerId: caller.id, purchaseId: params.id })),
  )
  api.on(contract.finishPurchase, async ({ params, body, caller }) =>
    presentPurchase(ctx.db, await finishPurchase(ctx, { ...body, buyerId: caller.id, listingId: params.id })),
  )
  api.on(contract.confirmDelivery, async ({ params, caller }) =>
    presentPurchase(ctx.db, await confirmDelivery(ctx, { buyerId: caller.id, listingId: params.id })),
  )
  api.on(contract.getPickupDetails, ({ params, caller }) =>
    pickupDetails(ctx.db, { listingId: params.id, memberId: caller.id }),
  )
  api.on(contract.giveUpPurchase, ({ params, caller }) =>
    giveUpPurchase(ctx, { purchaseId: params.id, buyerId: caller.id }),
  )
  api.on(contract.cancelPurchase, async ({ params, body, caller }) =>
    presentSale(ctx.db, await cancelPurchase(ctx, { ...body, purchaseId: params.id, sellerId: caller.id })),
  )
  const quoteDelivery = deliveryQuotes(ctx)
  api.on(contract.quoteDelivery, ({ body, caller }) => quoteDelivery(caller.id, body))
  api.on(contract.receiveCardEvent, async ({ http }) => {
    await receiveCardEvent(ctx, await readBytes(http), http.get('stripe-signature'))
    return { received: true as const }
  })
  if (!ctx.config.stripe)
    api.on(contract.confirmSandboxPayment, ({ body, caller }) =>
      confirmSandboxPayment(ctx, { ...body, callerId: caller.id }),
    )
}
