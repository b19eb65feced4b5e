import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const TONES = {
  plain: 'bg-sunken text-ink',
  primary: 'bg-primary-soft text-primary',
  lamp: 'bg-lamp-soft text-lamp-text',
  save: 'bg-save-soft text-save',
  danger: 'bg-danger-soft text-danger',
}

export function Badge({ tone = 'plain', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
