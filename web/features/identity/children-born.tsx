import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from '../../lib/navigation.tsx'
import { nextSize, wornSize } from '../../../src/modules/identity/constants.ts'
import type { User } from '../../../src/modules/identity/contract.ts'
import { ApiError, call, messageFrom, path } from '../../lib/api.ts'
import { moveFocus } from '../../lib/browser/focus.ts'
import { rich, t } from '../../lib/t.ts'
import { formatMonth } from '../../lib/time.ts'
import { setAnswer } from '../../lib/use-api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { AGE_LABELS } from '../listing/labels.ts'
import { MonthOfBirth, NO_MONTH, useThisMonth } from './month-of-birth.tsx'

/** The months in which the member's children were born, saved one by one: what is shown then grows with them. */
export function ChildrenBorn({ member }: { member: User }) {
  const now = useThisMonth()
  const field = useRef<HTMLSelectElement>(null)
  const [typed, setTyped] = useState(NO_MONTH)
  const [error, setError] = useState<string>()
  const born = member.childrenBorn.toSorted().toReversed()

  const { run, pending } = useAction(async (months: string[]) => {
    const pressed = document.activeElement
    try {
      await setAnswer(
        path('/api/auth/user'),
        await call('PATCH /api/users/me/children-born', { body: { childrenBorn: months } }),
      )
      setTyped(NO_MONTH)
      setError(undefined)
      toast({ title: t('Updated!'), description: t('What we show you grows with your child.') })
      moveFocus(field.current, pressed)
    } catch (refusal) {
      const message = messageFrom(refusal, t("We can't reach the server. Please try again."))
      const isWrong = refusal instanceof ApiError && refusal.status === 400
      if (isWrong) setError(message)
      else toast({ title: t('Error'), description: message, tone: 'danger' })
      // The same button sends again what isn't wrong.
      moveFocus(field.current, isWrong ? pressed : null)
    }
  })
  const add = () => {
    const chosen = `${typed.year}-${typed.month}`
    if (typed.month === '' || typed.year === '') setError(t('Please choose a month and a year'))
    else if (born.includes(chosen)) setError(t('You have already added this month'))
    else void run([...born, chosen])
  }
  return (
    <div className="mt-6 border-t border-line pt-5">
      <h3 className="font-extrabold">{t('Grows with your child')}</h3>
      <p className="text-muted">
        {t(
          "Tell us the month of birth, and we'll show you the next size in time, and what you could pass on. It's optional, and deleted with your account.",
        )}
      </p>
      {born.length > 0 && (
        <ul aria-label={t('Months in which your children were born')} className="mt-3 divide-y divide-line">
          {born.map((one) => (
            <li key={one} className="flex items-center gap-3 py-1">
              <p className="min-w-0 flex-1 py-2">
                <span className="font-semibold">{nameOf(one)}</span>
                {now && <Sizes born={one} now={now} />}
              </p>
              <Button
                variant="plain"
                size="icon"
                aria-label={t('Remove {what}', { what: nameOf(one) })}
                disabled={pending}
                onClick={() => void run(born.filter((other) => other !== one))}
              >
                <X size={18} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <MonthOfBirth ref={field} value={typed} error={error} onChange={setTyped} />
        <Button pending={pending} onClick={add}>
          {!pending && <Plus size={18} aria-hidden />}
          {rich('Add<more> month of birth</more>', { more: (text) => <span className="sr-only">{text}</span> })}
        </Button>
      </div>
    </div>
  )
}

function Sizes({ born, now }: { born: string; now: Date }) {
  const [worn, next] = [wornSize(born, now), nextSize(born, now)]
  return (
    <span className="block text-sm text-muted">
      {!worn && t('Has outgrown our sizes')}
      {worn && !next && t('Wears {size}', { size: t(AGE_LABELS[worn]) })}
      {worn &&
        next &&
        rich('Wears {size}, next {next}', {
          size: t(AGE_LABELS[worn]),
          next: (
            <Link to={`/?category=baby-clothes&size=${next}`} className="link inline-block py-1 font-semibold">
              {t(AGE_LABELS[next])}
            </Link>
          ),
        })}
    </span>
  )
}

/** `2025-03` → `March 2025`; in the middle of it, so that it is the same one in every time zone. */
function nameOf(month: string): string {
  return formatMonth(`${month}-15T12:00:00Z`)
}
