import { clsx } from 'clsx'

/** A placeholder for content of known shape. The page says in words that it is loading. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={clsx('block animate-breathe rounded-input bg-sunken', className)} />
}
