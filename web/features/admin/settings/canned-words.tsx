import { type SubmitEvent, useState } from 'react'
import type { CannedWords } from '../../../../src/modules/admin/settings/contract.ts'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { callUndoable, path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { refresh, useApi } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { TextArea } from '../../../ui/forms/inputs.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { toast } from '../../../ui/toasts/toast.ts'
import { undoing } from '../../safety/offer-undo.ts'

/** The reasons that admins have ready, one a line. */
export function CannedWordsCard() {
  const { data, error, mutate } = useApi(path('/api/admin/canned-words'))
  return (
    <Card className="p-4">
      <h2 className="text-xl font-extrabold">{t('Ready-made words')}</h2>
      <p className="mb-4 text-muted">
        {t('Reasons that you give again and again. Whoever decides can choose one and change it.')}
      </p>
      {data && <Form saved={data} />}
      {!data && error === undefined && <PageLoading />}
      {!data && error !== undefined && (
        <LoadError title={t('The ready-made words could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
    </Card>
  )
}

const linesOf = ({ words }: CannedWords) => words.join('\n')

function Form({ saved }: { saved: CannedWords }) {
  const [text, setText] = useState(linesOf(saved))
  // The form takes over what another admin saves, unless somebody is writing here: the server tells them then.
  const [seen, setSeen] = useState(saved)
  const takeOver = (words: CannedWords) => {
    setSeen(words)
    setText(linesOf(words))
  }
  if (saved.version > seen.version && text === linesOf(seen)) takeOver(saved)
  const { run, pending, error } = useAction(async () => {
    const words = text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    const body = { version: seen.version, words }
    const { answer, act } = await callUndoable('PUT /api/admin/canned-words', { body })
    takeOver(answer)
    toast({ title: t('Words saved'), ...undoing([act]) })
    await refresh('/api/admin')
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void run()
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field label={t('One per line')} hint={t('Up to 20, each in the language your neighbours speak.')}>
        {(control) => (
          <TextArea {...control} rows={5} dir="auto" value={text} onChange={({ target }) => setText(target.value)} />
        )}
      </Field>
      <FormError error={error} />
      <Button type="submit" pending={pending} className="self-start">
        {t('Save words')}
      </Button>
    </form>
  )
}
