import Stripe from 'stripe'
import type { Context } from '../../../../platform/context.ts'
import { withDeadline } from '../../../../platform/process/deadline.ts'
import { seconds } from './shapes.ts'
import { connectStripe } from '../stripe-client.ts'
import { receiveCardEvent } from '../../contract.ts'

const TIMEOUT_MS = 10_000

/**
 * Posts an event of the sandbox to the market's webhook, signed at the time of this attempt, as Stripe does.
 * @throws Error unless it is taken, so that the queue tries again
 */
export async function deliverSandboxEvent(ctx: Context, { event }: { event: string }): Promise<void> {
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: event,
    secret: connectStripe(ctx).webhookSecret,
    timestamp: seconds(ctx.clock.now()),
  })
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
  const answer = await withDeadline(TIMEOUT_MS, (signal) =>
    fetch(new URL(receiveCardEvent.path, ctx.config.publicUrl), { method: 'POST', headers, body: event, signal }),
  )
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the webhook answered ${answer.status}`)
}
