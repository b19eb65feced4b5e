import { clsx } from 'clsx'
import { useLayoutEffect, useRef } from 'react'
import { words } from '../../../src/platform/language/words.ts'
import { t } from '../../lib/t.ts'
import type { BatchStep } from './batch-draft.ts'
import { isFillingIn } from './batch-place.tsx'

const STEPS: { step: BatchStep; label: string }[] = [
  { step: 'upload', label: words('Upload Photos') },
  { step: 'analyze', label: words('AI Analysis') },
  { step: 'review', label: words('Review & Submit') },
]

/** Each new step takes the focus, since the button that led to it is gone; a form that is being filled in keeps it. @param byHand without the analysis */
export function BatchRail({ step, byHand }: { step: BatchStep; byHand: boolean }) {
  const steps = byHand ? STEPS.filter(({ step }) => step !== 'analyze') : STEPS
  const current = useRef<HTMLLIElement>(null)
  const shown = useRef(step)
  useLayoutEffect(() => {
    if (shown.current !== step && !isFillingIn()) current.current?.focus({ preventScroll: true })
    shown.current = step
  }, [step])
  const at = steps.findIndex((known) => known.step === step)
  return (
    <ol aria-label={t('Steps')} className="my-6 grid auto-cols-fr grid-flow-col gap-2">
      {steps.map(({ step: name, label }, index) => (
        <li
          key={name}
          ref={index === at ? current : undefined}
          tabIndex={index === at ? -1 : undefined}
          aria-current={index === at ? 'step' : undefined}
          className={clsx(
            'border-t-4 pt-2 text-sm font-semibold md:text-base',
            index <= at ? 'border-primary' : 'border-line',
            index === at ? 'text-primary' : 'text-muted',
          )}
        >
          {index + 1}. {t(label)}
        </li>
      ))}
    </ol>
  )
}
