import { clsx } from 'clsx'
import type { ButtonHTMLAttributes } from 'react'
import { keepFocus } from '../lib/browser/focus.ts'
import { Spinner } from './spinner.tsx'

/** `lamp` is for buying and tokens only; `quiet` has an edge, `plain` has none. */
export type ButtonVariant = 'primary' | 'lamp' | 'quiet' | 'plain' | 'danger'

interface Look {
  variant?: ButtonVariant
  size?: 'md' | 'lg' | 'icon'
  wide?: boolean
}

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:bg-primary-strong',
  lamp: 'border border-lamp-edge bg-lamp text-on-lamp hover:brightness-[1.06]',
  quiet: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  plain: 'text-primary hover:bg-primary-soft',
  danger: 'bg-danger text-on-danger hover:brightness-110',
}

const SIZES = { md: 'min-h-11 px-4 text-base', lg: 'min-h-13 px-6 text-lg', icon: 'size-11 shrink-0' }

/** The look of a button, for links that act as one. */
export function buttonClass({ variant = 'primary', size = 'md', wide = false }: Look = {}): string {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-full text-center font-semibold select-none',
    'transition-[background-color,transform,filter] active:scale-[0.98]',
    'disabled:pointer-events-none disabled:opacity-55 disabled:grayscale-30',
    'aria-disabled:pointer-events-none aria-disabled:opacity-55 aria-disabled:grayscale-30',
    VARIANTS[variant],
    SIZES[size],
    wide && 'w-full',
  )
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Shows a spinner and refuses a second press, but keeps the focus: `disabled` would drop it. */
  pending?: boolean
}

export function Button({ variant, size, wide, pending = false, onClick, className, children, ...rest }: Props) {
  return (
    <button
      ref={keepFocus}
      type="button"
      {...rest}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      className={clsx(buttonClass({ variant, size, wide }), className)}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}
