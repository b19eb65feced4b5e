import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'

/** The edge that every control shares. */
const CONTROL = clsx(
  'w-full min-h-11 rounded-input border border-line-strong bg-surface px-3 text-base text-ink',
  'aria-invalid:border-danger aria-invalid:bg-danger-soft/40 disabled:bg-sunken disabled:text-muted',
)

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={clsx(CONTROL, className)} />
}

export function TextArea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} {...rest} className={clsx(CONTROL, 'resize-y py-2.5', className)} />
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={clsx('relative block', className)}>
      <select {...rest} className={clsx(CONTROL, 'appearance-none pe-10')}>
        {children}
      </select>
      <ChevronDown size={18} aria-hidden className="pointer-events-none absolute top-1/2 end-3 -translate-y-1/2" />
    </span>
  )
}
