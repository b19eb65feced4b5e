import type { CreateListingBody } from '../../modules/catalog/contract.ts'
import type { SendMessageBody } from '../../modules/messaging/contract.ts'
import { buildListing, buildPhoto, uploadPhotos } from '../market/builders.ts'
import type { TestClient } from '../market/client.ts'
import type { TestMarket } from '../market/market.ts'
import { finish, payCard, reserve } from '../market/trades.ts'

/**
 * The clients that ask. `member` has nothing to do with anything, `other` has a listing, a conversation and a purchase
 * of their own, but elsewhere; `owner` owns the listing; `before` has reserved it and `after` has paid for it.
 */
export const ROLES = ['anonymous', 'member', 'other', 'owner', 'before', 'after', 'admin'] as const
export type Role = (typeof ROLES)[number]

export interface Cast {
  market: TestMarket
  clients: Record<Role, TestClient>
  /** Asks questions; has bought nothing. */
  asker: TestClient
  /** A member who is only talked about. */
  bystander: TestClient
}

/** The state of a listing's sale. */
export type State = 'available' | 'reserved' | 'paid' | 'withdrawn'

/** A listing of the owner's, with a conversation: with whoever is buying it, else with the asker. */
export interface Scene {
  itemId: string
  threadId: string
  /** These are empty unless it is reserved or paid. */
  purchaseId: string
  clientSecret: string
  paymentId: string
  /** The asker's report, once there is one. */
  reportId?: string
}

export async function buildCast(market: TestMarket): Promise<Cast> {
  const names = ['member', 'other', 'owner', 'before', 'after', 'admin', 'asker', 'bystander'] as const
  const signedIn = await Promise.all(
    names.map((name) => market.signIn({ firstName: name === 'admin' ? 'Olga' : name })),
  )
  const people = Object.fromEntries(names.map((name, index) => [name, signedIn[index]])) as Record<
    (typeof names)[number],
    TestClient
  >
  const { asker, bystander, ...clients } = people
  await clients.admin.post('/api/admin/setup')
  await clients.admin.post('/api/admin/seed-categories')
  const cast = { market, clients: { anonymous: market.visitor(), ...clients }, asker, bystander }
  await tradeElsewhere(cast)
  return cast
}

/** The asker sells to `other`, and asks about something that `other` sells. */
async function tradeElsewhere({ market, clients: { other }, asker }: Cast): Promise<void> {
  const { listing } = await buildListing(market, { seller: asker, fields: { tokenPrice: '0.01' } })
  await buy(other, listing.id)
  const theirs = await buildListing(market, { seller: other })
  await write(asker, theirs.listing.id)
}

export async function buildScene(cast: Cast, state: State, fields: Partial<CreateListingBody> = {}): Promise<Scene> {
  const { market, clients, asker } = cast
  const photos = await uploadPhotos(clients.owner, [await buildPhoto({ width: 32, height: 32 })])
  // So cheap that nobody runs out of tokens.
  const { listing } = await buildListing(market, {
    seller: clients.owner,
    fields: { tokenPrice: '0.01', photos, ...fields },
  })
  const partner = state === 'reserved' ? clients.before : state === 'paid' ? clients.after : asker
  const threadId = await write(partner, listing.id)
  if (state === 'withdrawn') await clients.owner.patch(`/api/items/${listing.id}`, { status: 'withdrawn' })
  const purchase =
    state === 'reserved'
      ? await reserveUnpaid(partner, listing.id)
      : state === 'paid' && (await buy(partner, listing.id))
  return { itemId: listing.id, threadId, ...(purchase || { purchaseId: '', clientSecret: '', paymentId: '' }) }
}

async function write(member: TestClient, itemId: string): Promise<string> {
  const body: SendMessageBody = { body: 'Is it still there?', photos: [] }
  return (await member.post<{ threadId: string }>(`/api/items/${itemId}/messages`, body)).body.threadId
}

async function buy(buyer: TestClient, itemId: string) {
  const reservation = await reserveUnpaid(buyer, itemId)
  await payCard(buyer, reservation.clientSecret)
  const { status, body } = await finish(buyer, itemId, reservation.paymentId)
  if (status !== 200) throw new Error(`buying failed: ${status} ${JSON.stringify(body)}`)
  return reservation
}

async function reserveUnpaid(buyer: TestClient, itemId: string) {
  const { status, body } = await reserve(buyer, itemId)
  if (status !== 201) throw new Error(`reserving failed: ${status} ${JSON.stringify(body)}`)
  const { purchaseId, clientSecret } = body
  return { purchaseId, clientSecret, paymentId: clientSecret.replace(/_secret_.*/, '') }
}
