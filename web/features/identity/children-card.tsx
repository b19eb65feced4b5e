import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { AGE_RANGES } from '../../../src/modules/identity/constants.ts'
import type { AgeRange, User } from '../../../src/modules/identity/contract.ts'
import { call, messageFrom, path } from '../../lib/api.ts'
import { moveFocus } from '../../lib/browser/focus.ts'
import { t } from '../../lib/t.ts'
import { setAnswer } from '../../lib/use-api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/inputs.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { AGE_LABELS } from '../listing/labels.ts'
import { ChildrenBorn } from './children-born.tsx'

/** The age ranges of the member's children, saved one by one, and when they were born. */
export function ChildrenCard({ member }: { member: User }) {
  const select = useRef<HTMLSelectElement>(null)
  const [choice, setChoice] = useState<AgeRange | ''>('')
  const chosen = AGE_RANGES.filter((range) => member.childrenAges.includes(range))

  const { run, pending } = useAction(async (ages: AgeRange[]) => {
    const pressed = document.activeElement
    try {
      await setAnswer(
        path('/api/auth/user'),
        await call('PATCH /api/users/me/children-ages', { body: { childrenAges: ages } }),
      )
      setChoice((current) => (current !== '' && ages.includes(current) ? '' : current))
      toast({ title: t('Updated!'), description: t("Children's age ranges have been updated.") })
      // The button that was pressed is gone, or out of use.
      moveFocus(select.current, pressed)
    } catch (error) {
      const description = messageFrom(error, t('Failed to update children ages'))
      toast({ title: t('Error'), description, tone: 'danger' })
      // The buttons that remove were out of use meanwhile, so that one of them may have lost it.
      moveFocus(select.current)
    }
  })
  const add = () => {
    if (choice !== '' && !chosen.includes(choice)) void run([...chosen, choice])
  }
  return (
    <Card>
      <h2 className="text-xl font-extrabold">{t("Children's Ages")}</h2>
      <p className="text-muted">{t('The sizes your family needs next. Nobody else sees this.')}</p>
      {chosen.length === 0 ? (
        <p className="mt-4 rounded-input bg-sunken p-3 text-sm text-muted">{t('No age ranges added yet')}</p>
      ) : (
        <ul aria-label={t("Your children's age ranges")} className="mt-4 flex flex-wrap gap-2">
          {chosen.map((range) => (
            <li
              key={range}
              className="inline-flex items-center rounded-full bg-primary-soft ps-4 font-semibold text-primary"
            >
              {t(AGE_LABELS[range])}
              <button
                type="button"
                aria-label={t('Remove {what}', { what: t(AGE_LABELS[range]) })}
                disabled={pending}
                onClick={() => void run(chosen.filter((other) => other !== range))}
                className="grid size-11 place-items-center rounded-full hover:bg-primary hover:text-on-primary"
              >
                <X size={18} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex items-end gap-3">
        <Field label={t('Age range')} className="min-w-0 flex-1">
          {(control) => (
            <Select
              {...control}
              ref={select}
              value={choice}
              onChange={(event) => setChoice(event.target.value as AgeRange | '')}
            >
              <option value="">{t('Choose an age range')}</option>
              {AGE_RANGES.map((range) => (
                <option key={range} value={range} disabled={chosen.includes(range)}>
                  {t(AGE_LABELS[range])}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button disabled={choice === ''} pending={pending} onClick={add}>
          {!pending && <Plus size={18} aria-hidden />}
          {t('Add')}
        </Button>
      </div>
      <ChildrenBorn member={member} />
    </Card>
  )
}
