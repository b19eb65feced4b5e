import { useId } from 'react'
import type { ReactNode } from 'react'
import { ATTRIBUTES, hintOf, type Chosen, STARTS } from '../../../src/modules/catalog/attributes.ts'
import { t } from '../../lib/t.ts'
import { chipClass } from '../../ui/chip.ts'
import { FieldError } from '../../ui/forms/field.tsx'
import type { ListingForm } from './listing-form.ts'

interface Props {
  of: Chosen
  form: ListingForm
  mark: ReactNode
}

/** One tap for an answer; where a listing may have none, a second one takes it back. */
export function ChoiceChips({ of, form, mark }: Props) {
  const errorId = useId()
  const { label, choices } = ATTRIBUTES[of]
  const chosen = form.watch(of) ?? ''
  const message = form.formState.errors[of]?.message
  const hint = hintOf(of, chosen)
  const choose = (value: string | null) =>
    form.setValue(of, value as never, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <fieldset aria-describedby={message ? errorId : undefined} className="sm:col-span-2">
      <legend className="mb-1 flex items-baseline gap-2 font-semibold">
        {t(label)} {mark}
        {STARTS[of] === null && <span className="text-sm font-normal text-muted">{t('optional')}</span>}
      </legend>
      <div className="flex flex-wrap gap-2">
        {Object.entries(choices).map(([value, words], index) => (
          <label key={value} className={`${chipClass(chosen === value)} cursor-pointer`}>
            <input
              type="radio"
              name={of}
              ref={index === 0 ? form.register(of).ref : undefined}
              checked={chosen === value}
              onChange={() => choose(value)}
              onClick={() => chosen === value && STARTS[of] === null && choose(null)}
              className="sr-only"
            />
            {t(words)}
          </label>
        ))}
      </div>
      {hint && <p className="mt-1 text-sm text-muted">{t(hint)}</p>}
      {message && <FieldError id={errorId}>{message}</FieldError>}
    </fieldset>
  )
}
