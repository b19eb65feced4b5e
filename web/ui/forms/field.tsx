import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { t } from '../../lib/t.ts'

/** Props that tie a control to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface Props {
  label: string
  /** A note beside the label, not part of the control's name. */
  mark?: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** Label, control, hint and error, in the order they are read out. */
export function Field({ label, mark, hint, error, optional = false, className, children }: Props) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <div className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {mark}
        {optional && <span className="text-sm text-muted">{t('optional')}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1 flex items-start gap-1.5 text-sm font-semibold text-danger">
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      {children}
    </p>
  )
}
