import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { t } from '../../../lib/t.ts'
import { formatDateTime } from '../../../lib/time.ts'
import { PROBLEM_LABELS } from '../../purchases/problem-labels.ts'
import { otherName } from '../trade/words.ts'
import { ProblemPhotos } from './problem-photos.tsx'
import { Quoted } from './quoted.tsx'

interface Props {
  trade: Trade
  problem: NonNullable<Trade['problem']>
  /** The buyer's words, where the card says them in its own way. */
  reported?: ReactNode
  /** The points that followed the seller's answer. */
  children: ReactNode
}

/** A problem from its report on, in the order of time. */
export function Story({ trade, problem, reported, children }: Props) {
  const { reason, words, reportedAt, answer, photos } = problem
  return (
    <ol aria-label={t('Problem reported')} className="mt-3">
      <Point label={reason === null ? undefined : t(PROBLEM_LABELS[reason])} at={reportedAt}>
        {reported ?? (
          <p className="mt-1 wrap-anywhere whitespace-pre-line">
            <q>{words}</q>
          </p>
        )}
        <ProblemPhotos
          photos={photos}
          names={{ buyer: trade.buyer.firstName ?? t('the buyer'), seller: trade.seller.firstName ?? t('the seller') }}
        />
      </Point>
      {answer && (
        <Point at={answer.at}>
          <Quoted by={trade.side === 'seller' ? t('You answered') : t('{name} answered', { name: otherName(trade) })}>
            {answer.words}
          </Quoted>
        </Point>
      )}
      {children}
    </ol>
  )
}

interface PointProps {
  label?: string
  /** When it happened, as ISO 8601; missing where it is still to come. */
  at?: string
  children: ReactNode
}

/** One point of a problem's story: a dot on the line, hollow where it is still to come. */
export function Point({ label, at, children }: PointProps) {
  return (
    <li
      aria-current={at === undefined ? 'step' : undefined}
      className={clsx(
        'relative ps-5 pb-4 last:pb-0',
        // Borders, since forced colours leave out backgrounds.
        'before:absolute before:start-[5px] before:top-2 before:-bottom-2 before:border-s-2 before:border-line-strong last:before:hidden',
        'after:absolute after:start-0 after:top-1.5 after:size-3 after:rounded-full',
        at === undefined ? 'after:border-2 after:border-primary after:bg-surface' : 'after:border-6 after:border-muted',
      )}
    >
      {at !== undefined && (
        <p className="text-sm text-muted">
          {label !== undefined && <span className="font-semibold">{label} · </span>}
          <time dateTime={at}>{formatDateTime(at)}</time>
        </p>
      )}
      <div className="*:first:mt-0">{children}</div>
    </li>
  )
}
