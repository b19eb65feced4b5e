/** A place in the hat: who it belongs to is known to that member alone. */
export interface Ticket {
  ticket: string
  weight: number
}

/** The weight of who has won nothing; who has won `n` things in 90 days has this divided by `n + 1`. */
export const FULL_WEIGHT = 12
/** More wins than this weigh no less. */
export const MOST_WINS = 3
export const WINS_DAYS = 90
/** The weight is halved for a member who keeps fewer of their appointments than this share. */
export const KEPT_SHARE = 0.8

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
const utf8 = (text: string) => new TextEncoder().encode(text)

/** SHA-256 of a text, in hexadecimal. A draw's commitment is that of its seed. */
export const sha256 = async (text: string): Promise<string> => hex(await crypto.subtle.digest('SHA-256', utf8(text)))

const byTicket = (tickets: readonly Ticket[]) => tickets.toSorted((one, other) => (one.ticket < other.ticket ? -1 : 1))

/** The digest that is published before the seed, so that no ticket can be added, dropped or changed afterwards. */
export const digestOf = (tickets: readonly Ticket[]): Promise<string> =>
  sha256(
    byTicket(tickets)
      .map(({ ticket, weight }) => `${ticket} ${weight}\n`)
      .join(''),
  )

/** A ticket comes to its place: of the `total` of weights that were left, counted from 1, the number `drawn` is its own. */
export interface Step extends Ticket {
  total: number
  drawn: number
}

/**
 * The tickets as they are drawn, the first who may buy first. For each place a number comes from the seed, the tickets'
 * digest and the place (HMAC-SHA256); its remainder by the weights that are left falls to one ticket, as on a wheel whose
 * sectors are the weights in the order of the tickets. Integers alone, so that every machine comes to the same.
 */
export async function drawSteps(seed: string, tickets: readonly Ticket[]): Promise<Step[]> {
  const digest = await digestOf(tickets)
  const key = await crypto.subtle.importKey('raw', utf8(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const left = byTicket(tickets)
  const steps: Step[] = []
  while (left.length > 0) {
    const number = BigInt(`0x${hex(await crypto.subtle.sign('HMAC', key, utf8(`${digest} ${steps.length + 1}`)))}`)
    const total = left.reduce((sum, { weight }) => sum + weight, 0)
    const drawn = Number(number % BigInt(total)) + 1
    let rest = drawn
    const at = left.findIndex(({ weight }) => (rest -= weight) <= 0)
    steps.push(...left.splice(at, 1).map((ticket) => ({ ...ticket, total, drawn })))
  }
  return steps
}

export const drawOrder = async (seed: string, tickets: readonly Ticket[]): Promise<string[]> =>
  (await drawSteps(seed, tickets)).map(({ ticket }) => ticket)

/** Faults of a draw that has been published. */
export type DrawFault = 'seed' | 'tickets' | 'order'

/** Replays a draw: which of its parts don't fit together; none where all is right. */
export async function replayDraw(draw: {
  commitment: string
  seed: string
  tickets: readonly Ticket[]
  ticketsDigest: string
  order: readonly string[]
}): Promise<DrawFault[]> {
  const faults: DrawFault[] = []
  if ((await sha256(draw.seed)) !== draw.commitment) faults.push('seed')
  const isTwice = new Set(draw.tickets.map(({ ticket }) => ticket)).size < draw.tickets.length
  if (isTwice || (await digestOf(draw.tickets)) !== draw.ticketsDigest) faults.push('tickets')
  if ((await drawOrder(draw.seed, draw.tickets)).join() !== draw.order.join()) faults.push('order')
  return faults
}
