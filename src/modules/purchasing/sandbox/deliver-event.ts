import Stripe from 'stripe'
import type { Context } from '../../../platform/context.ts'
import { receiveCardEvent } from '../contract.ts'
import { sandboxWebhookSecret } from './credentials.ts'

const TIMEOUT_MS = 10_000

/** Posts a signed event to the market's own webhook. @throws Error unless it is taken, so that the queue tries again */
export async function deliverSandboxEvent(ctx: Context, event: string): Promise<void> {
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: event,
    secret: await sandboxWebhookSecret(ctx.db),
    timestamp: Math.floor(ctx.clock.now().getTime() / 1000),
  })
  const answer = await fetch(new URL(receiveCardEvent.path, ctx.config.publicUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: event,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`)
}
