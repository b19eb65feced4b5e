import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../lib/t.ts'

export interface Step {
  label: string
  /** When it happened, or what to do. */
  note?: ReactNode
  state: 'done' | 'current' | 'open'
}

/** The steps of a purchase, left to right. */
export function Timeline({ steps }: { steps: Step[] }) {
  return (
    <div className="@container">
      {/* Where text is so large that the words don't fit beside each other, the steps stand below each other. */}
      <ol className="flex @max-[15rem]:flex-col @max-[15rem]:gap-2">
        {steps.map((step, index) => (
          <li
            key={step.label}
            aria-current={step.state === 'current' ? 'step' : undefined}
            className="relative min-w-0 flex-1 pe-2 text-sm"
          >
            {index > 0 && (
              <span
                aria-hidden
                className={clsx(
                  'absolute top-[11px] end-full start-[calc(-100%+32px)] h-0.5 @max-[15rem]:hidden',
                  step.state === 'open' ? 'bg-line' : 'bg-save',
                )}
              />
            )}
            <Dot state={step.state} />
            <p className={clsx('mt-1.5', step.state === 'open' ? 'text-muted' : 'font-semibold')}>
              {step.label}
              <span className="sr-only">{step.state === 'done' && t(', done')}</span>
            </p>
            {step.note && <p className="text-muted">{step.note}</p>}
          </li>
        ))}
      </ol>
    </div>
  )
}

function Dot({ state }: { state: Step['state'] }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'grid size-6 place-items-center rounded-full border-2',
        state === 'done' && 'border-save bg-save text-surface',
        state === 'current' && 'border-primary bg-primary-soft',
        state === 'open' && 'border-line-strong',
      )}
    >
      {state === 'done' && <Check size={14} strokeWidth={3} />}
      {state === 'current' && <span className="size-2 rounded-full bg-primary" />}
    </span>
  )
}
