import { appliesTo, ATTRIBUTES } from '../../../src/modules/catalog/attributes.ts'
import { sizesBetween } from '../../../src/modules/catalog/sizes.ts'
import { t } from '../../lib/t.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select, TextInput } from '../../ui/forms/inputs.tsx'
import type { ListingForm, ListingValues } from './listing-form.ts'

const SIZES = Object.entries(ATTRIBUTES.ageSize.choices)

/** Whether it is one thing, or several that go together for one price. */
export function BagFields({ form }: { form: ListingForm }) {
  const { register, watch, setValue, formState } = form
  const { errors } = formState
  const [count, first, category] = watch(['bagCount', 'ageSize', 'category'])
  const isBag = count !== null && count !== undefined
  const larger = SIZES.filter(([size]) => first && sizesBetween(first, size))
  const turn = (on: boolean) => {
    // Asked, never guessed.
    setValue('bagCount', (on ? '' : null) as ListingValues['bagCount'], { shouldDirty: true })
    if (!on) setValue('sizeTo', null, { shouldDirty: true })
  }
  return (
    <div className="flex flex-col gap-3 sm:col-span-2">
      <Checkbox
        label={t('A bag of several things')}
        hint={t('For example twelve things in one size: one listing, for the price of one.')}
        checked={isBag}
        onChange={turn}
      />
      {isBag && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('How many things')} error={errors.bagCount?.message}>
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                maxLength={2}
                {...register('bagCount', { setValueAs: numberOf })}
              />
            )}
          </Field>
          {appliesTo('sizeTo', category) && (
            <Field
              label={t(ATTRIBUTES.sizeTo.label)}
              optional
              hint={!first && t('Choose the smallest size first.')}
              error={errors.sizeTo?.message}
            >
              {(control) => (
                <Select
                  {...control}
                  disabled={larger.length === 0}
                  {...register('sizeTo', { setValueAs: (value: string | null) => value || null })}
                >
                  <option value="">{t('All of one size')}</option>
                  {larger.map(([size, label]) => (
                    <option key={size} value={size}>
                      {t(label)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
        </div>
      )}
    </div>
  )
}

/** A text that is no number stays as it is typed, and is refused in words. */
const numberOf = (typed: unknown) => (typeof typed === 'string' && /^\d+$/.test(typed) ? Number(typed) : typed)
