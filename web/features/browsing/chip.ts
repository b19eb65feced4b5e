import { clsx } from 'clsx'

/** The look of a chip: of a choice, or of what has been chosen. */
export const chipClass = (chosen: boolean): string =>
  clsx(
    'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-4 font-semibold whitespace-nowrap transition-colors',
    chosen ? 'border-primary bg-primary text-on-primary' : 'border-line bg-surface hover:border-line-strong',
  )
