import { clsx } from 'clsx'

/** A place kept free for something whose shape is known. The page says in words that it is loading. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={clsx('block animate-breathe rounded-input bg-sunken', className)} />
}
