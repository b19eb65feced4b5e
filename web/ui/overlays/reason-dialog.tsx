import { type ReactNode, useState } from 'react'
import { fieldError } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button, type ButtonVariant } from '../button.tsx'
import Dialog, { DialogActions } from './dialog.tsx'
import { Field } from '../forms/field.tsx'
import { FormError } from '../forms/form-error.tsx'
import { Select, TextArea } from '../forms/inputs.tsx'

interface Props {
  title: string
  description: string
  /** The question, its reader, and the server's name for it. */
  question: { label: string; hint?: string; placeholder?: string; name: string; maxLength: number }
  confirm: string
  variant?: ButtonVariant
  /** Words to choose and change; nothing is shown where there are none. */
  suggestions?: readonly string[]
  /** The answer that `children` still want, in words. */
  missing?: string | undefined
  /** A part before the reason. */
  children?: ReactNode
  /** Gets the words, trimmed. What it throws is shown, and the dialog stays. */
  onConfirm: (words: string) => Promise<void>
  onOpenChange: (open: boolean) => void
}

/** Asks why before something is done that somebody will want to understand. */
export default function ReasonDialog({
  title,
  description,
  question: { label, hint, placeholder, name, maxLength },
  confirm,
  variant = 'primary',
  suggestions = [],
  missing,
  children,
  onConfirm,
  onOpenChange,
}: Props) {
  const [words, setWords] = useState('')
  const { submit, pending, error } = useAction(() => onConfirm(words.trim()))
  const wrong = fieldError(error, name)
  return (
    <Dialog open onOpenChange={onOpenChange} title={title} description={description}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {children}
        {suggestions.length > 0 && (
          <Field label={t('Ready-made words')}>
            {(control) => (
              <Select {...control} value="" onChange={({ target }) => setWords(target.value)}>
                <option value="">{t('Choose')}</option>
                {suggestions.map((suggestion) => (
                  <option key={suggestion}>{suggestion}</option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <div>
          <Field label={label} hint={hint} error={wrong}>
            {(control) => (
              <TextArea
                {...control}
                rows={4}
                maxLength={maxLength}
                placeholder={placeholder}
                value={words}
                onChange={(event) => setWords(event.target.value)}
              />
            )}
          </Field>
          <p role="status" className="text-sm text-muted">
            {words.trim() !== '' && missing}
          </p>
        </div>
        <FormError error={wrong ? undefined : error} />
        <DialogActions>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            variant={variant}
            pending={pending}
            disabled={missing !== undefined || words.trim() === ''}
          >
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
