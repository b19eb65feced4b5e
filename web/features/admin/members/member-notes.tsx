import { useState } from 'react'
import type { MemberFile } from '../../../../src/modules/admin/members/contract.ts'
import { callUndoable } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { formatDateTime } from '../../../lib/time.ts'
import { useAction } from '../../../lib/use-action.ts'
import { refresh } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { TextArea } from '../../../ui/forms/inputs.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { undoing } from '../../safety/offer-undo.ts'
import { personName } from './person-link.tsx'

export function MemberNotes({ member: { id, notes, hasLeft } }: { member: MemberFile }) {
  const [words, setWords] = useState('')
  const { submit, pending, error } = useAction(async () => {
    const { act } = await callUndoable('POST /api/admin/members/:id/notes', {
      params: { id },
      body: { words: words.trim() },
    })
    toast({ title: t('Note saved'), ...undoing([act]) })
    setWords('')
    await refresh('/api/admin/members')
  })
  return (
    <Card className="p-4">
      <h2 className="text-lg font-extrabold">{t('Notes')}</h2>
      <ul className="divide-y divide-line">
        {notes.map((note) => (
          <li key={note.id} className="py-2 wrap-anywhere">
            <p>{note.words}</p>
            <p className="text-sm text-muted">
              {personName(note.by)}, {formatDateTime(note.createdAt)}
            </p>
          </li>
        ))}
      </ul>
      {!hasLeft && (
        <form onSubmit={submit} className="mt-2 flex flex-col gap-3">
          <Field label={t('A note for the other admins')}>
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                maxLength={1000}
                value={words}
                onChange={({ target }) => setWords(target.value)}
              />
            )}
          </Field>
          <FormError error={error} />
          <Button type="submit" variant="quiet" pending={pending} disabled={words.trim() === ''} className="self-start">
            {t('Save note')}
          </Button>
        </form>
      )}
    </Card>
  )
}
