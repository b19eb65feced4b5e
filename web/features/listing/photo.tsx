import { clsx } from 'clsx'
import { preload } from 'react-dom'
import { variantUrl, variantWidths, type VariantFormat } from '../../../src/modules/catalog/constants.ts'
import type { PhotoInfo } from '../../../src/modules/catalog/contract.ts'
import { Illustration } from '../../ui/illustration.tsx'

interface Props {
  src: string | undefined
  /** Its size and placeholder, if known. */
  info?: PhotoInfo | undefined
  /** The shown width in CSS, from which the browser chooses a file. */
  sizes: string
  alt: string
  priority?: 'high' | 'eager' | 'lazy'
  className?: string
}

/** A listing's photo, or a placeholder. `className` fixes its size. */
export function Photo({ src, info, sizes, alt, priority = 'lazy', className }: Props) {
  if (src === undefined) {
    return (
      <span className={clsx('grid place-items-center bg-sunken', className)}>
        <Illustration name="box" size={96} />
      </span>
    )
  }
  const avif = sourceSet(src, 'avif', info?.width)
  if (priority === 'high') {
    preload(src, { as: 'image', type: 'image/avif', imageSrcSet: avif, imageSizes: sizes, fetchPriority: 'high' })
  }
  return (
    // Otherwise each source would be an empty cell in a grid or flex box.
    <picture className="contents [&>source]:hidden">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <source type="image/webp" srcSet={sourceSet(src, 'webp', info?.width)} sizes={sizes} />
      <img
        src={src}
        alt={alt}
        width={info?.width ?? 640}
        height={info?.height ?? 480}
        loading={priority === 'lazy' ? 'lazy' : 'eager'}
        fetchPriority={priority === 'high' ? 'high' : 'auto'}
        decoding="async"
        className={clsx('w-full bg-sunken bg-cover bg-center object-cover', className)}
        style={info?.placeholder ? { backgroundImage: `url("${info.placeholder}")` } : undefined}
      />
    </picture>
  )
}

/** A photo of unknown size counts as large: the server answers every width. */
function sourceSet(src: string, format: VariantFormat, own = Infinity): string {
  return variantWidths(own)
    .map((width) => `${variantUrl(src, width, format)} ${Math.min(width, own)}w`)
    .join(', ')
}
