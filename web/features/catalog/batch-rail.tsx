import { clsx } from 'clsx'
import type { BatchStep } from './batch-draft.ts'

const STEPS: { step: BatchStep; label: string }[] = [
  { step: 'upload', label: 'Upload Photos' },
  { step: 'analyze', label: 'AI Analysis' },
  { step: 'review', label: 'Review & Submit' },
]

export function BatchRail({ step }: { step: BatchStep }) {
  const at = STEPS.findIndex((known) => known.step === step)
  return (
    <ol aria-label="Steps" className="my-6 grid grid-cols-3 gap-2">
      {STEPS.map(({ step: name, label }, index) => (
        <li
          key={name}
          aria-current={index === at ? 'step' : undefined}
          className={clsx(
            'border-t-4 pt-2 text-sm font-semibold md:text-base',
            index <= at ? 'border-primary' : 'border-line',
            index === at ? 'text-primary' : 'text-muted',
          )}
        >
          {index + 1}. {label}
        </li>
      ))}
    </ol>
  )
}
