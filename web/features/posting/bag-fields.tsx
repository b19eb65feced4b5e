import type { ComponentProps } from 'react'
import { appliesTo, ATTRIBUTES } from '../../../src/modules/catalog/attributes.ts'
import { sizesBetween } from '../../../src/modules/catalog/sizes.ts'
import { t } from '../../lib/t.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select, TextInput } from '../../ui/forms/inputs.tsx'

const SIZES = Object.entries(ATTRIBUTES.ageSize.choices)

/** A bag as it stands in a form: its count as typed, which may be no number. */
export interface BagValues {
  bagCount?: unknown
  sizeTo?: string | null | undefined
}

interface Props {
  values: BagValues & { category: string; ageSize?: string | null | undefined }
  errors: { bagCount?: string | undefined; sizeTo?: string | undefined }
  /** The count and the size as fields of their form. */
  count: ComponentProps<'input'>
  largest: ComponentProps<'select'>
  onTurn: (values: { bagCount: '' } | { bagCount: null; sizeTo: null }) => void
}

/** Whether it is one thing, or several that go together for one price. */
export function BagFields({ values, errors, count, largest, onTurn }: Props) {
  const { bagCount, ageSize: first, sizeTo, category } = values
  const isBag = bagCount !== null && bagCount !== undefined
  // A size that is none of these any more is still shown, for it is what the form says.
  const larger = SIZES.filter(([size]) => size === sizeTo || (first && sizesBetween(first, size)))
  return (
    <div className="flex flex-col gap-3 sm:col-span-2">
      <Checkbox
        label={t('A bag of several things')}
        hint={t('For example twelve things in one size: one listing, for the price of one.')}
        checked={isBag}
        // The count is asked, never guessed.
        onChange={(on) => onTurn(on ? { bagCount: '' } : { bagCount: null, sizeTo: null })}
      />
      {isBag && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('How many things')} error={errors.bagCount}>
            {(control) => <TextInput {...control} inputMode="numeric" maxLength={2} {...count} />}
          </Field>
          {appliesTo('sizeTo', category) && (
            <Field
              label={t(ATTRIBUTES.sizeTo.label)}
              optional
              hint={!first && t('Choose the smallest size first.')}
              error={errors.sizeTo}
            >
              {(control) => (
                <Select {...control} disabled={larger.length === 0} {...largest}>
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
export const countOf = (typed: string): number | string => (/^\d+$/.test(typed) ? Number(typed) : typed)
