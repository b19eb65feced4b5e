import { clsx } from 'clsx'

/** The look of a time or a reason that can be tapped. */
export const chipClass = (chosen: boolean): string =>
  clsx(
    'inline-flex min-h-11 items-center justify-center gap-1.5 rounded-full border px-4 font-semibold select-none',
    'transition-[background-color,transform] active:scale-[0.98]',
    'disabled:pointer-events-none disabled:opacity-55 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
    chosen ? 'border-primary bg-primary text-on-primary' : 'border-line-strong bg-surface text-ink hover:bg-sunken',
  )
