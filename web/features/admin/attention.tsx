import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { Overview } from '../../../src/modules/admin/contract.ts'
import { plural } from '../../lib/format.ts'
import { formatDateTime } from '../../lib/time.ts'
import { Card } from '../../ui/card.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'

type Kind = Overview['alarms'][number]['kind']

/** Decisions first, then money, then what should have happened automatically. */
const ALARMS: Record<Kind, { noun: string; text: string; href?: string }> = {
  open_report: { noun: 'open report', text: 'A neighbour is waiting for your decision.', href: '#reports' },
  chargeback: { noun: 'chargeback', text: 'A bank took the card fee back.', href: '#alarms' },
  refused_card: {
    noun: 'refused card',
    text: 'It pays for three members already, or has bought from its owner.',
    href: '#alarms',
  },
  refund_failed: {
    noun: 'failed refund',
    text: 'The card provider refused it. Please pay it back by hand.',
    href: '#alarms',
  },
  refund_overdue: { noun: 'overdue refund', text: 'We keep trying. Is the card provider down?' },
  late_payment: {
    noun: 'late payment',
    text: 'It came after the reservation had ended, and is refunded automatically.',
  },
  payment_difference: { noun: 'differing payment', text: "The card provider's records differ, as of last night." },
  card_event: {
    noun: 'unclear card event',
    text: 'The card provider reported something that matches no purchase.',
    href: '#alarms',
  },
  sign_in_guessing: {
    noun: 'attacked sign-in',
    text: 'Somebody is guessing the codes of a mailbox. They have eight digits now, and each wrong one makes a longer pause.',
  },
  overdue_reservation: { noun: 'overdue reservation', text: 'It should have ended on its own. Are the jobs running?' },
  backup_behind: {
    noun: 'stalled backup',
    text: 'What is new is not in it. On the server, npx market backup says why.',
  },
  backup_unproven: {
    noun: 'unproven backup',
    text: 'Restoring it on trial failed, or was long ago. On the server, npx market backup --verify tries again.',
  },
  failed_job: { noun: 'failed job', text: 'On the server, npx market jobs --retry tries again.', href: '#failed-jobs' },
}

export function Attention({ market }: { market: Overview }) {
  const { problems } = market
  const found = (Object.keys(ALARMS) as Kind[]).flatMap((kind) =>
    market.alarms.filter((alarm) => alarm.kind === kind && alarm.count > 0),
  )
  const calm = found.length === 0 && problems === 0
  return (
    <Card className="p-4">
      <h2 className="text-xl font-extrabold">Needs attention</h2>
      {calm && (
        <p className="mt-1 flex items-center gap-2 text-save">
          <CircleCheck size={20} aria-hidden /> Nothing. All is well.
        </p>
      )}
      <ul className="divide-y divide-line">
        {problems > 0 && (
          <Entry
            title={plural(problems, 'reported problem')}
            text="The tokens stay in escrow until it is decided."
            href="#disputes"
          />
        )}
        {found.map(({ kind, count, oldest }) => {
          const { noun, text, href } = ALARMS[kind]
          return <Entry key={kind} title={plural(count, noun)} text={text} href={href} oldest={oldest} />
        })}
      </ul>
      {market.failedJobs.length > 0 && <FailedJobs jobs={market.failedJobs} />}
    </Card>
  )
}

interface EntryProps {
  title: string
  text: string
  /** Where it is decided on this page. */
  href?: string | undefined
  oldest?: string | null
}

function Entry({ title, text, href, oldest }: EntryProps) {
  return (
    <li className="flex items-start gap-3 py-2">
      <TriangleAlert size={20} aria-hidden className="mt-0.5 shrink-0 text-danger" />
      <p className="min-w-0">
        {href ? (
          <a href={href} className="link font-semibold">
            {title}
          </a>
        ) : (
          <span className="font-semibold">{title}</span>
        )}{' '}
        <span className="text-muted">
          {text}
          {oldest && (
            <>
              {' '}
              The oldest: <TimeAgo at={oldest} />.
            </>
          )}
        </span>
      </p>
    </li>
  )
}

function FailedJobs({ jobs }: { jobs: Overview['failedJobs'] }) {
  return (
    <details id="failed-jobs" className="mt-2 border-t border-line pt-2">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-primary">
        What the failed jobs say
      </summary>
      <ul className="divide-y divide-line text-sm">
        {jobs.map(({ id, queue, failedAt, error }) => (
          <li key={id} className="py-2">
            <p className="font-semibold">
              {queue} <span className="font-normal text-muted">{formatDateTime(failedAt)}</span>
            </p>
            <p className="wrap-anywhere">{error}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}
