import { SHOWN } from '../../../src/modules/catalog/attributes.ts'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import { useDistance } from '../browsing/distance.ts'
import { distanceLabel, inWords } from '../listing/labels.ts'

/** The deciding facts, in one line: size, condition, distance and whose it is. */
export function ListingHead({ listing }: { listing: Listing }) {
  const distance = useDistance(listing)
  const facts = [
    ...SHOWN.card.map((name) => inWords(name, listing[name])),
    distance !== undefined && distanceLabel(distance),
    listing.seller.firstName,
  ].filter(Boolean)
  return <p className="mt-1 text-lg wrap-anywhere">{facts.join(' · ')}</p>
}
