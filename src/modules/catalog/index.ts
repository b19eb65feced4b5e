/** What other modules may use of the catalog. */
export {
  addCategory,
  categoryPrices,
  feePercentage,
  removeCategory,
  seedCategories,
  setCategoryPrice,
} from './category.ts'
export { updateListing } from './change-listing.ts'
export { eraseSeller, lockListingsOf } from './erase-seller.ts'
export { exportListings } from './export-listings.ts'
export { hideListing, restoreListing } from './hide-listing.ts'
export { findListing, findListings, lockListing, type Listing } from './listing.ts'
export { listingFigures } from './listing-figures.ts'
export { claimForBuyer, markDelivered, relistListing, reserveListing, returnListing } from './listing-purchase.ts'
export { postListing } from './post-listing.ts'
export { presentListing } from './present-listing.ts'
export { storePhoto } from './store-photo.ts'
