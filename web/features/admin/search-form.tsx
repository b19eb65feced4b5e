import { type SubmitEvent, useState } from 'react'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'

interface Props {
  label: string
  /** The text of the first search. */
  first?: string
  onSearch: (text: string) => void
}

/** One field and a button. */
export function SearchForm({ label, first = '', onSearch }: Props) {
  const [text, setText] = useState(first)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <form role="search" aria-label={label} onSubmit={submit} className="flex flex-wrap items-end gap-3 p-4">
      <Field label={label} className="min-w-0 flex-1 basis-60">
        {(control) => (
          <TextInput
            {...control}
            type="search"
            dir="auto"
            maxLength={100}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="quiet">
        {t('Search')}
      </Button>
    </form>
  )
}
