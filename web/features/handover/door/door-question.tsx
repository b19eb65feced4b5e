import { Check } from 'lucide-react'
import { useState } from 'react'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { ApiError, messageFrom } from '../../../lib/api.ts'
import { countTokens } from '../../../lib/format.ts'
import { t } from '../../../lib/t.ts'
import { addTokens } from '../../../lib/token-cost.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Photo } from '../../listing/photo.tsx'
import { TypeCode } from './type-code.tsx'

type Line = Trade['lines'][number]

interface Props {
  seller: string
  /** The lines that are still to change hands. */
  lines: Line[]
  /** As the camera has read it; null where it is to be typed. */
  code: string | null
  /** Takes the code; an error is shown. */
  onTake: (itemIds: string[], code: string) => Promise<void>
}

/** Asked in the rain, of somebody who holds a bag: one question, and one large answer within reach of the thumb. */
export function DoorQuestion({ seller, lines, code, onTake }: Props) {
  const several = lines.length > 1
  const [chosen, setChosen] = useState(lines.flatMap(({ id }) => id ?? []))
  const { run, pending, error } = useAction((digits: string) => onTake(chosen, digits))
  // A code lasts less than a minute: after that the digits of now are asked for.
  const refused = error instanceof ApiError && (error.code === 'WRONG_CODE' || error.code === 'CODE_PAUSED')
  const taken = lines.filter(({ id }) => id !== null && chosen.includes(id))
  const tokens = countTokens(addTokens(...taken.map(({ tokenPrice }) => tokenPrice)))
  const answer =
    several && taken.length < lines.length
      ? t('Yes, these are mine')
      : several
        ? t('Yes, they are mine')
        : t('Yes, it is mine')
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col">
      <div className="flex-1 px-4 pt-6 pb-4">
        <PageHeading className="text-display font-extrabold">
          {several ? t('Do you have them all?') : t('Do you have it?')}
        </PageHeading>
        {several && <p className="mt-1 text-muted">{t("Untick anything that wasn't there; it stays open.")}</p>}
        <ul aria-label={t('Things')} className="mt-4 flex flex-col gap-2">
          {lines.map((line, index) => (
            <li key={line.id ?? index}>
              <LineChoice
                line={line}
                chosen={several ? chosen.includes(line.id ?? '') : undefined}
                onChange={(on) => setChosen(on ? [...chosen, line.id ?? ''] : chosen.filter((one) => one !== line.id))}
              />
            </li>
          ))}
        </ul>
      </div>
      <div className="sticky bottom-0 border-t border-line bg-surface p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <p role="status">
          {taken.length === 0
            ? t('Please tick what you have.')
            : t("{tokens} then go to {seller}. This can't be undone.", { tokens, seller })}
        </p>
        {code !== null && !refused ? (
          <>
            {error !== undefined && (
              <div role="alert">
                <FieldError>{messageFrom(error, t('Please try again.'))}</FieldError>
              </div>
            )}
            <Button
              wide
              pending={pending}
              disabled={taken.length === 0}
              onClick={() => void run(code)}
              className="mt-3 min-h-16! text-xl!"
            >
              <Check size={28} strokeWidth={3} aria-hidden /> {answer}
            </Button>
          </>
        ) : (
          <>
            {refused && (
              <div role="alert">
                <FieldError>{messageFrom(error, '')}</FieldError>
              </div>
            )}
            <TypeCode seller={seller} submit={answer} ready={taken.length > 0} pending={pending} onCode={run} />
          </>
        )}
      </div>
    </div>
  )
}

interface LineChoiceProps {
  line: Line
  /** Undefined where there is nothing to choose. */
  chosen: boolean | undefined
  onChange: (on: boolean) => void
}

function LineChoice({ line: { title, photo, tokenPrice }, chosen, onChange }: LineChoiceProps) {
  const Tag = chosen === undefined ? 'div' : 'label'
  return (
    <Tag className="flex min-h-20 items-center gap-4 rounded-card border border-line bg-surface p-2">
      {chosen !== undefined && (
        <input
          type="checkbox"
          checked={chosen}
          onChange={({ target }) => onChange(target.checked)}
          className="ms-2 size-8 shrink-0 accent-primary"
        />
      )}
      <Photo
        src={photo ?? undefined}
        sizes="8rem"
        alt=""
        priority="eager"
        className="aspect-[4/3] w-24! shrink-0 rounded-input"
      />
      <span className="min-w-0">
        <span dir="auto" className="block font-semibold wrap-anywhere">
          {title}
        </span>
        <span className="figures block text-sm text-muted">{countTokens(tokenPrice)}</span>
      </span>
    </Tag>
  )
}
