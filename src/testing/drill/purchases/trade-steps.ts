import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { postListing, storePhoto } from '../../../modules/catalog/index.ts'
import { createMember } from '../../../modules/identity/index.ts'
import {
  comparePayments,
  confirmSandboxPayment,
  finishPurchase,
  startPurchase,
} from '../../../modules/purchasing/index.ts'
import { auditLedger } from '../../../modules/audit/index.ts'
import { openAccount } from '../../../modules/wallet/index.ts'
import type { Context } from '../../../platform/context.ts'
import { transact } from '../../../platform/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { handlers } from '../../../worker.ts'
import { demand, type DrillMarket, type Figures } from '../drill.ts'

export const order = (ctx: Context, buyerId: string, listingId: string) =>
  startPurchase(ctx, { buyerId, listingId, deliveryMethod: 'message' })

export async function payAhead(ctx: Context, buyerId: string, listingId: string) {
  const { purchaseId, clientSecret } = await order(ctx, buyerId, listingId)
  const card = { clientSecret, cardNumber: '4242 4242 4242 4242', callerId: buyerId }
  return { purchaseId, paymentIntentId: (await confirmSandboxPayment(ctx, card)).paymentIntentId }
}

export async function buy(ctx: Context, buyerId: string, listingId: string): Promise<{ purchaseId: string }> {
  const { purchaseId, paymentIntentId } = await payAhead(ctx, buyerId, listingId)
  await finishPurchase(ctx, { listingId, buyerId, paymentIntentId })
  return { purchaseId }
}

/** 'done', or the code of the refusal. */
export async function attempt(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

export async function audited(ctx: Context): Promise<Figures> {
  const found: string[] = []
  await auditLedger(ctx.db, { onFinding: ({ check, problem }) => found.push(`${check}: ${problem}`) })
  for await (const { subject, problem } of comparePayments(ctx)) found.push(`payment of ${subject}: ${problem}`)
  demand('findings of the audit', found.join('; '), '')
  return { audit: 'clean' }
}

export async function runJobs(ctx: Context, only?: 'purchasing.deliver-sandbox-event'): Promise<void> {
  const names = only
    ? [only]
    : (['purchasing.deliver-sandbox-event', 'purchasing.refund-card', 'messaging.announce-purchase'] as const)
  const table = handlers(ctx)
  for (const name of names) {
    for (;;) {
      const jobs = await ctx.queue.boss.fetch(name, { batchSize: 50 })
      if (jobs.length === 0) break
      for (const job of jobs) {
        await (table[name] as (payload: unknown) => Promise<void>)(job.data)
        await ctx.queue.boss.complete(name, job.id)
      }
    }
  }
}

export async function buildMembers({ ctx, clock }: DrillMarket, count: number): Promise<string[]> {
  return transact(ctx.db, async (trx) => {
    const ids: string[] = []
    for (let built = 0; built < count; built += 1) {
      const { id } = await createMember(trx, { email: `${randomUUID()}@example.com`, now: clock.now() })
      await openAccount(trx, { memberId: id, now: clock.now() })
      ids.push(id)
    }
    return ids
  })
}

export async function buildListings({ ctx }: DrillMarket, sellers: string[], count: number, tokenPrice: string) {
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#7fd0da' } })
    .jpeg()
    .toBuffer()
  const ids: string[] = []
  for (let built = 0; built < count; built += 1) {
    const sellerId = sellers[built % sellers.length]!
    const { url } = await storePhoto(ctx, { ownerId: sellerId, bytes })
    const { id } = await postListing(ctx, sellerId, {
      title: `Toy number ${built}`,
      description: 'Complete, loved for two years.',
      category: 'toys',
      condition: 'good',
      city: 'Portland',
      contactName: 'Nora Seller',
      contactEmail: 'nora@example.com',
      pickupAddress: '12 Alder Street',
      deliveryOption: 'both',
      photos: [url],
      tokenPrice,
    })
    ids.push(id)
  }
  return ids
}

/** Works through the list with that many at a time. */
export async function inTurns<T>(
  all: T[],
  width: number,
  work: (one: T, index: number) => Promise<void>,
): Promise<void> {
  const waiting = all.entries()
  const worker = async () => {
    for (const [index, one] of waiting) await work(one, index)
  }
  await Promise.all(Array.from({ length: width }, worker))
}

export function shuffle<T>({ random }: DrillMarket, all: T[]): T[] {
  return all
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one)
}
