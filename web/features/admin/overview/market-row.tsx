import { TriangleAlert } from 'lucide-react'
import { WAITS } from '../../../../src/modules/admin/constants.ts'
import type { Work } from '../../../../src/modules/admin/today/contract.ts'
import { rich, t } from '../../../lib/t.ts'
import { formatDateTime } from '../../../lib/time.ts'
import { TimeAgo } from '../../../ui/time-ago.tsx'
import { useDeskRow } from '../today/desk-keys.tsx'
import { COUNTED } from './counted.ts'

type Props = Omit<Extract<Work['about'], { is: 'market' }>, 'is'>

/** Something that the operators settle, with the command that does. */
export function MarketRow({ alarm: { kind, count, oldest, reason }, failedJobs }: Props) {
  const { text, settle } = WAITS[kind]
  return (
    <article {...useDeskRow()} className="scroll-my-20 p-4 -outline-offset-3" aria-label={t(COUNTED[kind], { count })}>
      <h3 className="flex items-center gap-2 font-semibold">
        <TriangleAlert size={20} aria-hidden className="shrink-0 text-danger" /> {t(COUNTED[kind], { count })}
      </h3>
      <p className="text-muted wrap-anywhere">
        {t(text)} {t('On the server: npx {settle}', { settle })}
        {oldest !== null && <> {rich('The oldest: {when}.', { when: <TimeAgo at={oldest} /> })}</>}
        {reason !== undefined && ` ${reason}`}
      </p>
      {failedJobs.length > 0 && <FailedJobs jobs={failedJobs} />}
    </article>
  )
}

function FailedJobs({ jobs }: { jobs: Props['failedJobs'] }) {
  return (
    <details className="mt-2 border-t border-line pt-2">
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
