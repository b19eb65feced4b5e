import { type ReactNode, useId } from 'react'

interface Props {
  label: string
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export function Checkbox({ label, hint, checked, disabled, onChange }: Props) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-2.5 size-6 shrink-0 accent-primary"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="flex min-h-11 items-center font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="-mt-1.5 text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
