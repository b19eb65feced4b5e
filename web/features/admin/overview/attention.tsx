import { CircleCheck, TriangleAlert } from 'lucide-react'
import { WAITS } from '../../../../src/modules/admin/constants.ts'
import type { Overview } from '../../../../src/modules/admin/overview/contract.ts'
import { rich, t } from '../../../lib/t.ts'
import { formatDateTime } from '../../../lib/time.ts'
import { Card } from '../../../ui/card.tsx'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { COUNTED } from './counted.ts'

export function Attention({ market }: { market: Overview }) {
  const found = market.alarms.filter(({ count }) => count > 0)
  return (
    <Card className="p-4">
      <h2 className="text-xl font-extrabold">{t('Needs attention')}</h2>
      {found.length === 0 && (
        <p className="mt-1 flex items-center gap-2 text-save">
          <CircleCheck size={20} aria-hidden /> {t('Nothing. All is well.')}
        </p>
      )}
      <ul className="divide-y divide-line">
        {found.map(({ kind, count, oldest, reason }) => {
          const { text, settle } = WAITS[kind]
          const isHere = settle.startsWith('/admin')
          const said = isHere ? t(text) : `${t(text)} ${t('On the server: npx {settle}', { settle })}`
          const href = isHere ? settle.replace('/admin', '') : undefined
          return (
            <Entry
              key={kind}
              title={t(COUNTED[kind], { count })}
              text={said}
              href={href}
              oldest={oldest}
              reason={reason}
            />
          )
        })}
      </ul>
      {market.failedJobs.length > 0 && <FailedJobs jobs={market.failedJobs} />}
    </Card>
  )
}

interface EntryProps {
  title: string
  text: string
  /** The place on this page where it is decided. */
  href?: string | undefined
  oldest?: string | null
  /** The message of the failure. */
  reason?: string | undefined
}

function Entry({ title, text, href, oldest, reason }: EntryProps) {
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
          {oldest && <> {rich('The oldest: {when}.', { when: <TimeAgo at={oldest} /> })}</>}
          {reason !== undefined && <span className="wrap-anywhere"> {reason}</span>}
        </span>
      </p>
    </li>
  )
}

function FailedJobs({ jobs }: { jobs: Overview['failedJobs'] }) {
  return (
    <details id="failed-jobs" className="mt-2 border-t border-line pt-2">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-primary">
        {t('What the failed jobs say')}
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
