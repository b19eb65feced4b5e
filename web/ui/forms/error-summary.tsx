import { useLayoutEffect, useRef } from 'react'
import { t } from '../../lib/t.ts'

interface Props {
  /** Field name and message, in field order. */
  errors: { field: string; message: string }[]
  /** Changes with each refused submit, so that the summary takes the focus again. */
  attempt: number
  onChoose: (field: string) => void
}

/** The errors of a form, above it, with links to the fields, which repeat them. */
export function ErrorSummary({ errors, attempt, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  if (errors.length === 0) return null
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-card border border-danger bg-danger-soft p-4 text-danger"
    >
      <p className="font-extrabold">
        {t('Please check {count, plural, one {one thing} other {# things}}', { count: errors.length })}
      </p>
      <ul className="mt-1 list-disc ps-5">
        {errors.map(({ field, message }) => (
          <li key={field}>
            <button type="button" className="text-start align-top underline" onClick={() => onChoose(field)}>
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
