import { enqueue } from '../../../events.ts'
import type { Trx } from '../../../platform/database.ts'
import { newId, type SandboxIntent, type SandboxRefund } from './objects.ts'

/** Tells the market about a change, by a signed event that the queue delivers, as part of the change. */
export async function emit(trx: Trx, type: string, object: SandboxIntent | SandboxRefund, now: Date): Promise<void> {
  const event = {
    id: newId('evt'),
    object: 'event',
    created: Math.floor(now.getTime() / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    type,
  }
  await enqueue(trx, 'purchasing.deliver-sandbox-event', { event: JSON.stringify(event) })
}
