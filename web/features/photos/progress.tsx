import { clsx } from 'clsx'

interface Props {
  label: string
  /** From 0 to 1. */
  share: number
  /** Its place on the picture. */
  className: string
}

/** The sent part of a photo, in the site's own colour: a native bar has the browser's. */
export function Progress({ label, share, className }: Props) {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className={clsx('absolute h-1.5 overflow-hidden rounded-full bg-surface', className)}
    >
      <span
        className="block h-full origin-left bg-primary transition-transform"
        style={{ transform: `scaleX(${share})` }}
      />
    </span>
  )
}
