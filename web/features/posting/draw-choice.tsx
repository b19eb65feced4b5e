import { t } from '../../lib/t.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/inputs.tsx'
import type { ListingForm } from './listing-form.ts'

const HOURS = [6, 12, 24, 48]
const A_DAY = 24

/** Whether whoever comes first has it, or everybody gets a day. */
export function DrawChoice({ form }: { form: ListingForm }) {
  const draw = form.watch('draw')
  const choose = (hours: number | undefined) =>
    form.setValue('draw', hours === undefined ? undefined : { hours }, { shouldDirty: true })
  return (
    <div className="mb-6 flex flex-col gap-3">
      <Checkbox
        label={t('Let a draw decide')}
        hint={t('For what many will want: everybody can enter, and the first drawn may buy it first.')}
        checked={draw !== undefined}
        onChange={(checked) => choose(checked ? A_DAY : undefined)}
      />
      {draw && (
        <Field label={t('Open for')}>
          {(control) => (
            <Select {...control} value={draw.hours} onChange={(event) => choose(Number(event.target.value))}>
              {HOURS.map((hours) => (
                <option key={hours} value={hours}>
                  {t('{hours, plural, one {# hour} other {# hours}}', { hours })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  )
}
