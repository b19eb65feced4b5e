export const CATALOG_CODES = {
  LISTING_NOT_FOUND: 'LISTING_NOT_FOUND',
  PLACE_NOT_FOUND: 'PLACE_NOT_FOUND',
  OWN_LISTING: 'OWN_LISTING',
  FAVOURITES_FULL: 'FAVOURITES_FULL',
  SEARCHES_FULL: 'SEARCHES_FULL',
  SEARCH_NOT_FOUND: 'SEARCH_NOT_FOUND',
  NOT_THE_OWNER: 'NOT_THE_OWNER',
  LISTING_NOT_AVAILABLE: 'LISTING_NOT_AVAILABLE',
  LISTING_IN_DRAW: 'LISTING_IN_DRAW',
  UNKNOWN_CATEGORY: 'UNKNOWN_CATEGORY',
  CATEGORY_EXISTS: 'CATEGORY_EXISTS',
  CATEGORY_KEPT: 'CATEGORY_KEPT',
  PHOTO_NOT_YOURS: 'PHOTO_NOT_YOURS',
  PHOTO_IN_USE: 'PHOTO_IN_USE',
  PRICE_TOO_HIGH: 'PRICE_TOO_HIGH',
  UNREADABLE_IMAGE: 'UNREADABLE_IMAGE',
  UNSUPPORTED_IMAGE: 'UNSUPPORTED_IMAGE',
  TOO_MANY_PHOTOS: 'TOO_MANY_PHOTOS',
  TOO_LARGE: 'TOO_LARGE',
  BAD_UPLOAD: 'BAD_UPLOAD',
  DAILY_LIMIT: 'DAILY_LIMIT',
} as const

/** Pixels. Beside each photo `<name>.webp` lie `<name>-<width>.avif` and `.webp`, made soon after the upload. */
export const VARIANT_WIDTHS = [320, 640, 1280] as const
export const VARIANT_FORMATS = ['avif', 'webp'] as const
export type VariantFormat = (typeof VARIANT_FORMATS)[number]

/** The variants that a photo of `width` pixels has: none is larger than it needs to be, and the largest is its own size at most. */
export const variantWidths = (width: number) =>
  VARIANT_WIDTHS.filter((_, index) => index === 0 || (VARIANT_WIDTHS[index - 1] ?? 0) < width)

/** `/photos/<name>.webp` -> the address of one of its variants; the photo itself is served there until that is made. */
export const variantUrl = (url: string, width: number, format: VariantFormat) =>
  url.replace(/\.webp$/, `-${width}.${format}`)
