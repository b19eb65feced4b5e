import type { NeighbourKey } from './neighbours.ts'
import type { When } from './when.ts'

export interface Trade {
  /** Key of the listing. */
  listing: string
  /** Keys of others of the same seller's in the same order. */
  others?: string[]
  buyer: NeighbourKey
  paid: When
  /** Not there while the item is on its way. */
  delivered?: When
  /** Brought by courier, to the buyer's own address. */
  courier?: true
  /** Times that the buyer offers right after paying, each an hour: days after the seeding, and the clock. */
  times?: [number, string][]
  /** Whether the seller has taken the first of them. */
  agreed?: true
}
