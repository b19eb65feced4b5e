import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Config } from '../../../platform/config.ts'
import type { Clock } from '../../../platform/clock.ts'
import { withDeadline } from '../../../platform/process/deadline.ts'
import type { Quote } from '../contract.ts'

const TIMEOUT_MS = 8000
/** A quote, and a token of ours, hold for five minutes. */
const VALID_SECONDS = 300

/** Fee in US cents. https://developer.doordash.com/en-US/api/drive */
const Answer = z.object({
  fee: z.number().int().min(0).max(1_000_00),
  currency: z.string().regex(/^usd$/i).optional(),
  dropoff_time_estimated: z.iso.datetime({ offset: true }).nullish(),
})

export interface Route {
  pickupAddress: string
  dropoffAddress: string
}

/**
 * Asks DoorDash Drive for a quote.
 * @throws Error when it refuses, is away or slow, or answers something else; for the log, not for the buyer
 */
export async function askDoorDash(config: Config, clock: Clock, route: Route): Promise<Quote> {
  const now = clock.now()
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${await sign(config, now)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      external_delivery_id: randomUUID(),
      pickup_address: route.pickupAddress,
      dropoff_address: route.dropoffAddress,
    }),
  }
  const { fee, dropoff_time_estimated } = await withDeadline(TIMEOUT_MS, async (signal) => {
    const response = await fetch(new URL('/drive/v2/quotes', config.DOORDASH_BASE_URL), { ...request, signal })
    // The answer may repeat the seller's address: it goes nowhere, not even into the log.
    if (!response.ok) throw new Error(`DoorDash answered ${response.status}`)
    return Answer.parse(await response.json())
  })
  return {
    fee: fee / 100,
    estimatedTime: untilThen(now, dropoff_time_estimated),
    estimate: false,
    expiresAt: new Date(now.getTime() + VALID_SECONDS * 1000).toISOString(),
  }
}

/**
 * Asks after a delivery that nobody has ordered: where our keys are taken, it is not found.
 * @throws Error where DoorDash refuses the keys, is away or slow
 */
export async function tryDoorDash(config: Config, clock: Clock): Promise<void> {
  const headers = { authorization: `Bearer ${await sign(config, clock.now())}` }
  const address = new URL(`/drive/v2/deliveries/${randomUUID()}`, config.DOORDASH_BASE_URL)
  const status = await withDeadline(TIMEOUT_MS, async (signal) => {
    const response = await fetch(address, { headers, signal })
    await response.body?.cancel()
    return response.status
  })
  if (status !== 404) throw new Error(`DoorDash answered ${status}`)
}

function sign(config: Config, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT({ kid: config.DOORDASH_KEY_ID })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', 'dd-ver': 'DD-JWT-V1' })
    .setIssuer(config.DOORDASH_DEVELOPER_ID)
    .setAudience('doordash')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + VALID_SECONDS)
    .sign(Buffer.from(config.DOORDASH_SIGNING_SECRET, 'base64url'))
}

/** In steps of five minutes: nobody knows it better. */
function untilThen(now: Date, dropoff: string | null | undefined): string {
  if (!dropoff) return 'today'
  const minutes = Math.max(15, Math.ceil((Date.parse(dropoff) - now.getTime()) / 300_000) * 5)
  if (minutes < 120) return `about ${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 24 ? `about ${hours} hours` : 'more than a day'
}
