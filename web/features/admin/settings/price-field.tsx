import { type Ref, useId } from 'react'
import { rich, t } from '../../../lib/t.ts'
import { FieldError } from '../../../ui/forms/field.tsx'
import { TextInput } from '../../../ui/forms/inputs.tsx'

interface Props {
  ref?: Ref<HTMLInputElement>
  label: string
  category: string
  rule: { min: number; max: number; step: number }
  value: string
  onChange: (value: string) => void
  wrong: boolean
}

/** A number in a row of the price list; from a tablet on, the list's head shows the label. */
export function PriceField({ ref, label, category, rule, value, onChange, wrong }: Props) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm text-muted md:sr-only">
        {rich('{label} <hidden>for {category}</hidden>', {
          label,
          category,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </label>
      <TextInput
        ref={ref}
        id={id}
        type="number"
        {...rule}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
        className="figures"
      />
      {wrong && <FieldError id={`${id}-error`}>{t('{min} to {max}', { min: rule.min, max: rule.max })}</FieldError>}
    </div>
  )
}
