import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { enqueue } from '../../../events.ts'
import type { Context } from '../../../platform/context.ts'
import { sessionKeys } from '../../../platform/http/session/session-keys.ts'
import { createSandbox } from './sandbox/sandbox.ts'

export interface StripeConnection {
  client: Stripe
  /** Signs the events that the provider sends us. */
  webhookSecret: string
}

/** A buyer waits for these. Every retry repeats its idempotency key, so that it does nothing twice. */
const PATIENCE = { timeout: 10_000, maxNetworkRetries: 2, telemetry: false }
const SANDBOX_KEY = 'sk_test_sandbox'

const connections = new WeakMap<Context, StripeConnection>()

/** The card provider of this process: Stripe (or `STRIPE_API_BASE`) with keys, else the built-in sandbox. */
export function connectStripe(ctx: Context): StripeConnection {
  const known = connections.get(ctx)
  if (known) return known
  const made = ctx.config.stripe ? connectKeys(ctx) : connectSandbox(ctx)
  connections.set(ctx, made)
  return made
}

function connectKeys({ config }: Context): StripeConnection {
  const client = new Stripe(config.STRIPE_SECRET_KEY, { ...PATIENCE, ...addressOf(config.STRIPE_API_BASE) })
  return { client, webhookSecret: config.STRIPE_WEBHOOK_SECRET }
}

function addressOf(base: string): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (base === '') return {}
  const { protocol, hostname, port } = new URL(base)
  if (protocol === 'https:') return { host: hostname, port: port || '443', protocol: 'https' }
  return { host: hostname, port: port || '80', protocol: 'http' }
}

/**
 * The client's requests are answered in this process, without a socket: so the sandbox is there in web, worker and CLI
 * alike, before the server listens and after it has stopped, and nobody outside can talk to it. Its state is in
 * PostgreSQL; its webhook secret follows from the session key, which the processes of one market share anyway.
 */
function connectSandbox(ctx: Context): StripeConnection {
  const answer = createSandbox({
    db: ctx.db,
    clock: ctx.clock,
    secretKey: SANDBOX_KEY,
    emit: (trx, event) => enqueue(trx, 'purchasing.deliver-sandbox-event', { event: JSON.stringify(event) }),
  })
  const httpClient = Stripe.createFetchHttpClient((url, init) => answer(new Request(url, init)))
  const [key] = sessionKeys(ctx.config)
  const webhookSecret = `whsec_${createHmac('sha256', key).update('card sandbox webhook').digest('hex')}`
  return { client: new Stripe(SANDBOX_KEY, { ...PATIENCE, httpClient }), webhookSecret }
}
