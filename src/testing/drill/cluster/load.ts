import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { buildPhoto, listingBody, uploadPhotos } from '../../market/builders.ts'
import { TestClient } from '../../market/client.ts'
import { finish, payCard, reserve } from '../../market/trades.ts'

/** Between two things that one neighbour does, in milliseconds. */
const PAUSE_MS = 150
/** Each asks from an address of its own: one household is limited, a neighbourhood is not. */
const address = () => ({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` })

interface Answered {
  at: number
  /** 0: no answer. */
  status: number
  what: string
}

/** The ids that were acknowledged, by table. */
type Acknowledged = Record<'member' | 'listing' | 'message' | 'purchase', Set<string>>

class Neighbour extends TestClient {
  readonly #note: (answered: Answered) => void
  readonly #headers = address()

  constructor(url: string, note: (answered: Answered) => void) {
    super(url)
    this.#note = note
  }

  override async send<Body>(method: string, path: string, body: unknown, init: RequestInit = {}) {
    const what = `${method} ${path.replace(/[\da-f-]{36}/g, ':id')}`
    const headers = { ...this.#headers, ...(init.headers as Record<string, string>) }
    try {
      const signal = AbortSignal.timeout(30_000)
      const answer = await super.send<Body>(method, path, body, { ...init, headers, signal })
      this.#note({ at: performance.now(), status: answer.status, what })
      return answer
    } catch (error) {
      this.#note({ at: performance.now(), status: 0, what })
      throw error
    }
  }
}

export interface Load {
  answered: Answered[]
  acknowledged: Acknowledged
  stop(): Promise<void>
  /** Acknowledged, and not in the database. */
  lost(databaseUrl: string): Promise<string[]>
}

/** Neighbours who join, post, write and buy, one after the other, until they are stopped. */
export async function startLoad(url: string, neighbours: number): Promise<Load> {
  const answered: Answered[] = []
  const acknowledged: Acknowledged = { member: new Set(), listing: new Set(), message: new Set(), purchase: new Set() }
  const photo = await buildPhoto({ width: 64, height: 48 })
  let stopping = false
  const come = () => new Neighbour(url, (answer) => answered.push(answer))

  async function joined(): Promise<Neighbour> {
    const member = await come().signIn({ email: `${randomUUID()}@example.com`, firstName: 'Ben', lastName: 'Lee' })
    acknowledged.member.add(member.user.id)
    return member
  }

  /** One gives, one takes: sign-up, listing, message, purchase. */
  async function trade(): Promise<void> {
    const [seller, buyer] = [await joined(), await joined()]
    const photos = await uploadPhotos(seller, [photo])
    const posted = await seller.post<{ id: string }>('/api/items', { ...listingBody({ tokenPrice: '1.00' }), photos })
    if (posted.status !== 201) return
    acknowledged.listing.add(posted.body.id)
    const written = await buyer.post<{ id: string }>(`/api/items/${posted.body.id}/messages`, { body: 'Still there?' })
    if (written.status === 201) acknowledged.message.add(written.body.id)
    const reserved = await reserve(buyer, posted.body.id)
    if (reserved.status !== 201) return
    const paid = await payCard(buyer, reserved.body.clientSecret)
    if (paid.status !== 200) return
    const bought = await finish(buyer, posted.body.id, paid.body.paymentIntentId)
    if (bought.status === 200) acknowledged.purchase.add(reserved.body.purchaseId)
  }

  const running = Array.from({ length: neighbours }, async () => {
    while (!stopping) {
      // A refusal while the database is away is noted with its answer.
      await trade().catch(() => undefined)
      await sleep(PAUSE_MS)
    }
  })

  return {
    answered,
    acknowledged,
    async stop() {
      stopping = true
      await Promise.all(running)
    },
    async lost(databaseUrl) {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      try {
        const missing: string[] = []
        for (const [table, ids] of Object.entries(acknowledged)) {
          const { rows } = await client.query<{ id: string }>(
            `select id from unnest($1::uuid[]) as given (id) where not exists (select from ${table} where ${table}.id = given.id)`,
            [[...ids]],
          )
          missing.push(...rows.map(({ id }) => `${table} ${id}`))
        }
        const { rows } = await client.query<{ id: string }>(
          `select id from purchase where id = any ($1) and state = 'reserved'`,
          [[...acknowledged.purchase]],
        )
        return [...missing, ...rows.map(({ id }) => `payment of ${id}`)]
      } finally {
        await client.end()
      }
    },
  }
}
