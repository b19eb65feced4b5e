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
