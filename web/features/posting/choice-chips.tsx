import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { ATTRIBUTES, type Chosen, groupsOf, hintOf, STARTS } from '../../../src/modules/catalog/attributes.ts'
import { t } from '../../lib/t.ts'
import { chipClass } from '../../ui/chip.ts'
import { FieldError } from '../../ui/forms/field.tsx'
import type { ListingForm } from './listing-form.ts'

interface Props {
  of: Chosen
  form: ListingForm
  mark: ReactNode
}

/**
 * One tap for an answer; where a listing may have none, a second one takes it back. Of many, the first group is shown, and the
 * others wait behind their names.
 */
export function ChoiceChips({ of, form, mark }: Props) {
  const errorId = useId()
  const [opened, setOpened] = useState(false)
  const { label, choices } = ATTRIBUTES[of]
  const [first] = Object.keys(choices)
  const chosen: string = form.watch(of) ?? ''
  const message = form.formState.errors[of]?.message
  const hint = hintOf(of, chosen)
  const choose = (value: string | null) =>
    form.setValue(of, value as never, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  return (
    <fieldset aria-describedby={message ? errorId : undefined} className="sm:col-span-2">
      <legend className="mb-1 flex flex-wrap items-baseline gap-x-2 font-semibold">
        {t(label)} {mark}
        {STARTS[of] === null && <span className="text-sm font-normal text-muted">{t('optional')}</span>}
      </legend>
      <div className="flex flex-wrap gap-2">
        {groupsOf(ATTRIBUTES[of]).map(({ legend, choices: some }, index) =>
          index === 0 || opened || Object.hasOwn(some, chosen) ? (
            Object.entries(some).map(([value, words]) => (
              <label key={value} className={`${chipClass(chosen === value)} cursor-pointer`}>
                <input
                  type="radio"
                  name={of}
                  ref={value === first ? form.register(of).ref : undefined}
                  checked={chosen === value}
                  onChange={() => choose(value)}
                  onClick={() => chosen === value && STARTS[of] === null && choose(null)}
                  className="sr-only"
                />
                {t(words)}
              </label>
            ))
          ) : (
            <button key={legend} type="button" onClick={() => setOpened(true)} className={chipClass(false)}>
              {legend && t(legend)} <ChevronDown size={18} aria-hidden />
            </button>
          ),
        )}
      </div>
      {hint && <p className="mt-1 text-sm text-muted">{t(hint)}</p>}
      {message && <FieldError id={errorId}>{message}</FieldError>}
    </fieldset>
  )
}
