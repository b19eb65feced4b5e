import { type SubmitEvent, useState } from 'react'
import type { Report } from '../../../src/modules/admin/contract.ts'
import { call, fieldError, messageFrom } from '../../lib/api.ts'
import { refresh } from '../../lib/use-api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import Dialog, { DialogActions } from '../../ui/dialog.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { TextArea } from '../../ui/inputs.tsx'
import { toast } from '../../ui/toast.ts'
import { personName } from './person-link.tsx'

interface Props {
  report: Report
  action: 'warn' | 'hide'
  onDecided: () => void
  onOpenChange: (open: boolean) => void
}

const WORDS = {
  hide: { title: 'Hide this listing?', confirm: 'Hide Listing', done: 'Listing hidden' },
  warn: { title: 'Warn this member?', confirm: 'Send Warning', done: 'Warning sent' },
}

/** Decisions that affect another member, who is told why. */
export default function DecideReportDialog({ report, action, onDecided, onOpenChange }: Props) {
  const [note, setNote] = useState('')
  const name = personName(report.about)
  const { run, pending, error } = useAction(async () => {
    await call('POST /api/admin/reports/:id/decision', {
      params: { id: report.id },
      body: { action, note: note.trim() },
    })
    toast({ title: WORDS[action].done, description: `${name} hears why by mail.` })
    onOpenChange(false)
    await refresh('/api/admin', '/api/items')
    onDecided()
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void run()
  }
  const wrong = fieldError(error, 'note')
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={WORDS[action].title}
      description={
        action === 'hide'
          ? `Only ${name} sees it from now on. You can restore it any time.`
          : `${name} gets a mail with your words. Nothing else changes.`
      }
    >
      <form onSubmit={submit} noValidate>
        <Field label="Why?" hint={`${name} will read this.`} error={wrong}>
          {(control) => (
            <TextArea
              {...control}
              rows={4}
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
        {error !== undefined && !wrong && (
          <div role="alert">
            <FieldError>{messageFrom(error, 'Please check your connection and try again.')}</FieldError>
          </div>
        )}
        <DialogActions>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={action === 'hide' ? 'danger' : 'primary'}
            pending={pending}
            disabled={note.trim() === ''}
          >
            {WORDS[action].confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
