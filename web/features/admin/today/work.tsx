import { CircleCheck, Hourglass } from 'lucide-react'
import type { Work } from '../../../../src/modules/admin/today/contract.ts'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { path } from '../../../lib/api.ts'
import { moveFocus } from '../../../lib/browser/focus.ts'
import { rich, t } from '../../../lib/t.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { Card } from '../../../ui/card.tsx'
import { Deadline } from '../../../ui/deadline.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { AppealRow } from '../appeals/appeal-row.tsx'
import { DisputeRow } from '../disputes/dispute-row.tsx'
import { AlarmRow } from '../overview/alarms.tsx'
import { MarketRow } from '../overview/market-row.tsx'
import { StormRow } from '../overview/storms.tsx'
import { ReportRow } from '../reports/report-row.tsx'
import { DueId } from './desk-keys.tsx'

/** All that waits for a person, of all kinds in one list: the earliest deadline first, and last what has none. */
export function TodaysWork() {
  const { data: rows, error, mutate, more } = useApiList(path('/api/admin/work', { query: { limit: 30 } }))
  return (
    <Card className="overflow-hidden">
      <h2 id="work" tabIndex={-1} className="scroll-mt-20 p-4 text-xl font-extrabold outline-none">
        {t('Needs attention')}
      </h2>
      {!rows && error === undefined && <PageLoading />}
      {!rows && error !== undefined && (
        <LoadError title={t('What waits could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
      {rows?.length === 0 && (
        <p className="flex items-center gap-2 px-4 pb-4 text-save">
          <CircleCheck size={20} aria-hidden /> {t('Nothing. All is well.')}
        </p>
      )}
      {rows && rows.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {rows.map((work) => (
            <li key={work.id}>
              <WorkRow work={work} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore more={more}>{t('Show more')}</ShowMore>
    </Card>
  )
}

/** @param props.open whether the messages about a problem show from the start */
export function WorkRow({ work, open = false }: { work: Work; open?: boolean }) {
  const { id, deadline, isOverdue, about } = work
  // The operators' rows say themselves since when they wait.
  if (deadline === null || about.is === 'market') return <About work={work} open={open} />
  const time = <Deadline at={deadline} />
  return (
    <DueId value={`due-${id}`}>
      <p
        id={`due-${id}`}
        className={`flex items-center gap-1.5 px-4 pt-3 text-sm font-semibold ${isOverdue ? 'text-danger' : 'text-muted'}`}
      >
        {isOverdue && <Hourglass size={16} aria-hidden className="shrink-0" />}
        <span>{isOverdue ? rich('Overdue since {time}', { time }) : rich('By {time}', { time })}</span>
      </p>
      <About work={work} open={open} />
    </DueId>
  )
}

function About({ work: { id, taken, about }, open }: { work: Work; open: boolean }) {
  const taking = { subject: id, taken }
  switch (about.is) {
    case 'report':
      return <ReportRow report={about.report} taking={taking} onDecided={focusList} />
    case 'dispute':
      return <DisputeRow dispute={about.dispute} taking={taking} open={open} />
    case 'appeal':
      return <AppealRow appeal={about.appeal} taking={taking} />
    case 'alarm':
      return <AlarmRow alarm={about.alarm} taking={taking} onCleared={focusList} />
    case 'storm':
      return <StormRow storm={about.storm} taking={taking} />
    case 'market':
      return <MarketRow alarm={about.alarm} failedJobs={about.failedJobs} />
  }
}

/** The row that was decided about is gone: the next key goes to the first. */
const focusList = () => moveFocus(document.getElementById('work'))
