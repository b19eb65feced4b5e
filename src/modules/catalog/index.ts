export { LISTINGS_CHANGED } from './browse/first-pages.ts'
export { CATALOG_AUDIT, LISTING_ROWS } from './listing/audit.ts'
export { addCategory, categoryPrices, removeCategory, seedCategories, setCategoryPrice } from './prices/category.ts'
export { updateListing } from './listing/change-listing.ts'
export { eraseFavourites, exportFavourites, FAVOURITE_ROWS } from './favourite/favourite.ts'
export { announceToFavourites } from './favourite/announce-to-favourites.ts'
export { eraseSearches, exportSearches } from './searches/saved-search.ts'
export { eraseSeller, lockListingsOf } from './listing/erase-seller.ts'
export { exportListings } from './listing/export-listings.ts'
export { hideListing, hideListingsOf, isHiddenByAdmin, restoreListing, showListingsOf } from './listing/hide-listing.ts'
export { availableCards, findOutfits, listingCards, type CardOfListing } from './listing/listing-cards.ts'
export {
  findListing,
  findListings,
  lockListings,
  type Listing,
  type TradedListing,
  visibleListing,
} from './listing/listing.ts'
export { forgetMissedSearches, missedSearches } from './browse/missed-search.ts'
export { categoryMix } from './prices/category-mix.ts'
export { priceSignals } from './prices/price-signals.ts'
export { countTitleWords } from './counts/count-title-words.ts'
export { listingFigures } from './counts/listing-figures.ts'
export {
  claimForBuyer,
  markDelivered,
  relistListings,
  reserveListings,
  returnListings,
} from './listing/listing-purchase.ts'
export { findRepeatedTitles, REPEATED_TITLES } from './listing/repeated-titles.ts'
export { searchListings } from './listing/search-listings.ts'
export { givenPoint, placeListing, publicPointOf } from './listing/place-listing.ts'
export { postListing } from './listing/post-listing.ts'
export { tryBlur } from './photo/blur-service.ts'
export { clearCopies, COPIES, findCopies } from './photo/copied-photos.ts'
export { photoKey, requireOwnPhotos } from './photo/photo.ts'
export { giveToMessage } from './photo/message-photos.ts'
export { MAX_PHOTO_BYTES } from './photo/decode-photo.ts'
export { photoReader } from './photo/upload-photos.ts'
export { storePhoto } from './photo/store-photo.ts'
