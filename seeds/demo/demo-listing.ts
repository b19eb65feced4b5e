import type { CreateListingBody, DeliveryOption } from '../../src/modules/catalog/contract.ts'
import type { NeighbourKey } from './neighbours.ts'
import type { When } from './when.ts'

/** One thing that somebody in the demo neighbourhood has outgrown. */
export interface DemoListing extends Pick<CreateListingBody, 'title' | 'description' | 'category' | 'condition'> {
  key: string
  owner: NeighbourKey
  posted: When
  /** Days ago; from then on only its owner sees it. */
  withdrawn?: number
  /** The number of its photos: `photos/<key>-1.webp` and so on. */
  photos: number
  /** Its only photo is drawn by this number instead. */
  drawn?: number
  ageSize?: CreateListingBody['ageSize']
  bagCount?: number
  weightLbs?: string
  tokenPrice?: string
  deliveryOption?: DeliveryOption
}
