import { type SubmitEvent, useState } from 'react'
import { pick, SHOWN } from '../../../src/modules/catalog/attributes.ts'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/inputs.tsx'
import { BatchChoices } from './batch-choices.tsx'
import type { BatchListing, BatchValues } from './batch-listing.ts'

interface Props {
  listings: BatchListing[]
  onApply: (values: Partial<BatchValues>) => void
}

/** The fields that all items have in common are said once. A description goes only where there is none. */
export function BatchForAll({ listings, onApply }: Props) {
  const [description, setDescription] = useState('')
  const undescribed = listings.filter(({ values }) => values.description.trim() === '').length
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onApply({ description })
  }
  return (
    <section aria-labelledby="for-all" className="rounded-card bg-primary-soft p-4">
      <h2 id="for-all" className="font-extrabold">
        {t('Apply to all')}
      </h2>
      <div className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
        <BatchChoices values={shared(listings)} onEdit={onApply} />
      </div>
      {undescribed > 0 && (
        <form onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-3">
          <Field
            label={t('Description for {count, plural, one {# item} other {# items}} without one', {
              count: undescribed,
            })}
            className="min-w-60 flex-1"
          >
            {(control) => (
              <TextInput
                {...control}
                placeholder={t('Clean and without holes, from a home without pets.')}
                value={description}
                onChange={({ target }) => setDescription(target.value)}
              />
            )}
          </Field>
          <Button type="submit" variant="quiet" disabled={description.trim().length < 10}>
            {t('Apply')}
          </Button>
        </form>
      )}
    </section>
  )
}

/** The values of every item; nothing where they differ. */
function shared(listings: BatchListing[]): Partial<BatchValues> {
  const all = listings.map(({ values }) => values)
  const [first] = all
  const names = (['category', ...SHOWN.form] as const).filter((name) => all.every((one) => one[name] === first?.[name]))
  return first ? pick(first, names) : {}
}
