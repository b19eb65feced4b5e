import { clsx } from 'clsx'
import { useState } from 'react'
import type { ControlProps } from '../../ui/forms/field.tsx'

interface Props {
  control: ControlProps
  length: 6 | 8
  value: string
  onChange: (code: string) => void
}

/** A box for each digit, drawn under one real input, so that pasting, the one-time-code keyboard and screen readers just work. */
export function CodeInput({ control, length, value, onChange }: Props) {
  const [focused, setFocused] = useState(false)
  const active = Math.min(value.length, length - 1)
  return (
    <span dir="ltr" className="relative block">
      <span aria-hidden className={clsx('grid', length === 6 ? 'grid-cols-6 gap-2' : 'grid-cols-8 gap-1')}>
        {Array.from({ length: length }, (_, index) => (
          <span
            key={index}
            className={clsx(
              'figures grid h-14 place-items-center rounded-input border bg-surface text-2xl font-extrabold',
              control['aria-invalid'] ? 'border-danger' : 'border-line-strong',
              focused && index === active && 'outline-3 outline-offset-1 outline-primary',
            )}
          >
            {value[index]}
          </span>
        ))}
      </span>
      <input
        {...control}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        autoFocus
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern={`\\d{${length}}`}
        className="absolute inset-0 w-full opacity-0"
      />
    </span>
  )
}
