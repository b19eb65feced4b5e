import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { WAITS, type WaitKind } from '../../../../src/modules/admin/constants.ts'
import { HOUR_MS } from '../../../../src/platform/durations.ts'
import { decidedBy } from '../../../../src/modules/purchasing/constants.ts'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { path } from '../../../lib/api.ts'
import { rich, t } from '../../../lib/t.ts'
import { useApi, useApiList } from '../../../lib/use-api.ts'
import { Card } from '../../../ui/card.tsx'
import { Deadline } from '../../../ui/deadline.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { AppealRow } from '../appeals/appeals.tsx'
import { DisputeRow } from '../disputes/dispute-row.tsx'
import { AlarmRow } from '../overview/alarms.tsx'
import { MarketRow } from '../overview/market-row.tsx'
import { StormRow, STORMS } from '../overview/storms.tsx'
import { ReportRow } from '../reports/report-row.tsx'

/** One thing that waits; without a deadline where nobody notes since when. */
interface Waiting {
  key: string
  deadline: string | null
  row: ReactNode
}

/** All that waits for a person, of all kinds in one list: the oldest deadline first, and last what has none. */
export function Work() {
  const { loaded, failed, retry, rows, more } = useWaiting()
  return (
    <Card className="overflow-hidden">
      <h2 id="work" tabIndex={-1} className="scroll-mt-20 p-4 text-xl font-extrabold outline-none">
        {t('Needs attention')}
      </h2>
      {!loaded &&
        (failed === undefined ? (
          <PageLoading />
        ) : (
          <LoadError title={t('What waits could not be loaded')} error={failed} onRetry={retry} />
        ))}
      {loaded && rows.length === 0 && (
        <p className="flex items-center gap-2 px-4 pb-4 text-save">
          <CircleCheck size={20} aria-hidden /> {t('Nothing. All is well.')}
        </p>
      )}
      {loaded && rows.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {rows.map(({ key, deadline, row }) => (
            <li key={key}>
              {deadline !== null && (
                <p className="px-4 pt-3 text-sm font-semibold text-muted">
                  {rich('By {time}', { time: <Deadline at={deadline} /> })}
                </p>
              )}
              {row}
            </li>
          ))}
        </ul>
      )}
      <ShowMore more={more}>{t('Show more')}</ShowMore>
    </Card>
  )
}

function useWaiting() {
  const overview = useApi(path('/api/admin/overview'))
  const disputes = useApiList(path('/api/admin/disputes'))
  const reports = useApiList(path('/api/admin/reports', { query: { state: 'open' } }))
  const appeals = useApiList(path('/api/admin/appeals', { query: { state: 'open' } }))
  const alarms = useApi(path('/api/admin/alarms'))
  const storms = useApi(path('/api/admin/storms'))
  const asked = [overview, disputes, reports, appeals, alarms, storms]
  const rows: Waiting[] = [
    ...(disputes.data ?? []).map((dispute) => ({
      key: dispute.purchaseId,
      deadline: dispute.appeal?.until ?? decidedBy(dispute.disputedAt),
      row: <DisputeRow dispute={dispute} open={false} />,
    })),
    ...(reports.data ?? []).map((report) => ({
      key: report.id,
      deadline: dueFrom('open_report', report.createdAt),
      row: <ReportRow report={report} onDecided={focusList} />,
    })),
    ...(appeals.data ?? []).map((appeal) => ({
      key: appeal.id,
      deadline: dueFrom('open_appeal', appeal.appealedAt),
      row: <AppealRow appeal={appeal} />,
    })),
    ...(alarms.data ?? []).map((alarm) => ({
      key: `${alarm.kind} ${alarm.subject}`,
      deadline: dueFrom(alarm.kind, alarm.since),
      row: <AlarmRow alarm={alarm} onCleared={focusList} />,
    })),
    ...(storms.data ?? []).map((storm) => ({
      key: `${storm.kind} ${storm.name}`,
      deadline: dueFrom(STORMS[storm.kind], storm.since),
      row: <StormRow storm={storm} />,
    })),
    // The others have rows of their own above.
    ...(overview.data?.alarms ?? [])
      .filter(({ kind, count }) => count > 0 && !WAITS[kind].settle.startsWith('/'))
      .map((alarm) => ({
        key: alarm.kind,
        deadline: alarm.oldest,
        row: <MarketRow alarm={alarm} failedJobs={overview.data?.failedJobs ?? []} />,
      })),
  ]
  const pages = [disputes, reports, appeals].map(({ more }) => more).filter(({ hasMore }) => hasMore)
  return {
    loaded: asked.every(({ data }) => data !== undefined),
    failed: asked.find(({ data, error }) => data === undefined && error !== undefined)?.error,
    retry: () => {
      for (const { mutate } of asked) void mutate()
    },
    rows: rows.toSorted((one, other) => (one.deadline ?? 'z').localeCompare(other.deadline ?? 'z')),
    more: {
      hasMore: pages.length > 0,
      busy: pages.some(({ busy }) => busy),
      failed: pages.some(({ failed }) => failed),
      load: () => {
        for (const { load } of pages) load()
      },
    },
  }
}

const dueFrom = (kind: WaitKind, since: string): string => {
  const wait = WAITS[kind]
  const hours = 'hours' in wait ? wait.hours : 0
  return new Date(Date.parse(since) + hours * HOUR_MS).toISOString()
}

/** The row that was decided about is gone: the next key goes to the first. */
const focusList = () => document.getElementById('work')?.focus()
