import type { Listing } from '../../../src/modules/catalog/contract.ts'

/** A listing that is bought, alone or with others of the same neighbour. */
export type ListingToBuy = Pick<Listing, 'id' | 'title' | 'photos' | 'category' | 'tokenPrice' | 'deliveryOption'> &
  Partial<Pick<Listing, 'latitude' | 'longitude'>>

export const idsOf = (listings: ListingToBuy[]): string[] => listings.map(({ id }) => id)
