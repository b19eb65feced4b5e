import type { PurchaseState } from '../../../src/modules/purchasing/states.ts'
import { countTokens } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { Photo } from '../listing/photo.tsx'

interface Choice {
  id: string
  title: string
  photo?: string | undefined
  /** Its price, or its state. */
  note: string
}

interface Line {
  /** The listing's; null once that is deleted. */
  id: string | null
  title: string
  photos?: string[]
  tokenPrice: string
  state?: PurchaseState
}

/** A line of an order, with its price. */
export const choiceOf = ({ id, title, photos, tokenPrice, state }: Line): Choice => ({
  id: id ?? '',
  title,
  photo: photos?.[0],
  note:
    state === 'disputed'
      ? t('{tokens} · problem reported', { tokens: countTokens(tokenPrice) })
      : countTokens(tokenPrice),
})

interface Props {
  question: string
  choices: Choice[]
  chosen: string[]
  onChange: (chosen: string[]) => void
}

/** The lines of an order with which something is done. */
export function LineChoice({ question, choices, chosen, onChange }: Props) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{question}</legend>
      {choices.map(({ id, title, photo, note }) => (
        <label key={id} className="flex min-h-14 cursor-pointer items-center gap-3 py-1">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            className="size-6 shrink-0 accent-primary"
          />
          {photo !== undefined && (
            <Photo src={photo} sizes="4rem" alt="" className="aspect-[4/3] w-14! shrink-0 rounded-input" />
          )}
          <span className="min-w-0">
            <span dir="auto" className="block font-semibold wrap-anywhere">
              {title}
            </span>
            <span className="block text-sm text-muted">{note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
