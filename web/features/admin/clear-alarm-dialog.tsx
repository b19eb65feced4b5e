import { type SubmitEvent, useState } from 'react'
import type { OpenAlarm } from '../../../src/modules/admin/contract.ts'
import { call, fieldError, messageFrom } from '../../lib/api.ts'
import { refresh } from '../../lib/use-api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import Dialog, { DialogActions } from '../../ui/dialog.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { TextArea } from '../../ui/inputs.tsx'

interface Props {
  alarm: OpenAlarm
  name: string
  onOpenChange: (open: boolean) => void
  onCleared: () => void
}

export default function ClearAlarmDialog({ alarm, name, onOpenChange, onCleared }: Props) {
  const [word, setWord] = useState('')
  const { run, pending, error } = useAction(async () => {
    const { kind, subject } = alarm
    await call('POST /api/admin/alarms/clear', { body: { kind, subject, word: word.trim() } })
    onOpenChange(false)
    await refresh('/api/admin')
    onCleared()
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void run()
  }
  const wrong = fieldError(error, 'word')
  return (
    <Dialog open onOpenChange={onOpenChange} title="Clear this alarm?" description={name}>
      <form onSubmit={submit} noValidate>
        <Field label="What did you find?" hint="It is kept in the record of what admins have done." error={wrong}>
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={500}
              value={word}
              onChange={(event) => setWord(event.target.value)}
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
          <Button type="submit" pending={pending} disabled={word.trim().length < 3}>
            Clear Alarm
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
