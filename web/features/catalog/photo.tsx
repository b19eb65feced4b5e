import { clsx } from 'clsx'
import { Illustration } from '../../ui/illustration.tsx'

interface Props {
  src: string | undefined
  alt: string
  priority?: 'high' | 'eager' | 'lazy'
  className?: string
}

/** A listing's photo, or a picture that stands in for one. The place it takes is fixed by `className`. */
export function Photo({ src, alt, priority = 'lazy', className }: Props) {
  if (src === undefined) {
    return (
      <span className={clsx('grid place-items-center bg-sunken', className)}>
        <Illustration name="box" size={96} />
      </span>
    )
  }
  return (
    <img
      src={src}
      alt={alt}
      width={640}
      height={480}
      loading={priority === 'lazy' ? 'lazy' : 'eager'}
      fetchPriority={priority === 'high' ? 'high' : 'auto'}
      decoding="async"
      className={clsx('w-full bg-sunken object-cover', className)}
    />
  )
}
