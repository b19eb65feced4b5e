import { messageFrom } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { FieldError } from './field.tsx'

interface Props {
  error: unknown
  /** Said where the server said nothing. */
  otherwise?: string
  className?: string
}

/** The fault of a form as a whole, read out at once. */
export function FormError({ error, otherwise = t('Please check your connection and try again.'), className }: Props) {
  if (error === undefined) return null
  return (
    <div role="alert" className={className}>
      <FieldError>{messageFrom(error, otherwise)}</FieldError>
    </div>
  )
}
