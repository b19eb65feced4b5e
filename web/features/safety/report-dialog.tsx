import { useState } from 'react'
import { call, fieldError } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import Dialog, { DialogActions } from '../../ui/overlays/dialog.tsx'
import { Field, FieldError } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextArea } from '../../ui/forms/inputs.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { REASON_LABELS, type Reason, type Subject } from './reasons.ts'

const REASONS = Object.entries(REASON_LABELS) as [Reason, string][]

interface Props {
  subject: Subject
  /** As in 'Report this message'. */
  title: string
  onOpenChange: (open: boolean) => void
}

/** Tells the admins about a listing, a message or a member. */
export default function ReportDialog({ subject, title, onOpenChange }: Props) {
  const [reason, setReason] = useState<Reason>()
  const [details, setDetails] = useState('')
  const { submit, pending, error } = useAction(async () => {
    await call('POST /api/reports', {
      body: { subject, reason: reason as Reason, ...(details.trim() && { details: details.trim() }) },
    })
    toast({ title: t('Report sent'), description: t('An admin will look at it. Thank you for taking care.') })
    onOpenChange(false)
  })
  const wrong = { reason: fieldError(error, 'reason'), details: fieldError(error, 'details') }
  const elsewhere = wrong.reason || wrong.details ? undefined : error
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={title}
      description={t("Only the admins see who reported it. What's wrong?")}
    >
      <form onSubmit={submit} noValidate>
        <fieldset aria-describedby={wrong.reason ? 'reason-error' : undefined}>
          <legend className="sr-only">{t('Reason')}</legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {REASONS.map(([value, label]) => (
              <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name="reason"
                  checked={reason === value}
                  onChange={() => setReason(value)}
                  className="size-5 shrink-0 accent-primary"
                />
                {t(label)}
              </label>
            ))}
          </div>
          {wrong.reason && <FieldError id="reason-error">{wrong.reason}</FieldError>}
        </fieldset>
        <Field label={t('What happened?')} optional error={wrong.details} className="mt-3">
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={1000}
              value={details}
              onChange={(event) => setDetails(event.target.value)}
            />
          )}
        </Field>
        <FormError error={elsewhere} />
        <DialogActions>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            {t('Cancel')}
          </Button>
          <Button type="submit" pending={pending}>
            {t('Send Report')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
