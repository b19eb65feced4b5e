import { useState } from 'react'
import { words } from '../../../../src/platform/language/words.ts'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApiList } from '../../../lib/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { ReportRow } from './report-row.tsx'

/** Members' reports: open ones oldest first, or decided ones latest first. */
export function Reports() {
  const [state, setState] = useState<'open' | 'decided'>('open')
  const { data: reports, error, mutate, more } = useApiList(path('/api/admin/reports', { query: { state } }))
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 p-4">
        <div>
          <h2 id="reports" tabIndex={-1} className="scroll-mt-20 text-xl font-extrabold outline-none">
            {t('Reports')}
          </h2>
          <p className="text-muted">
            {reports?.length === 0
              ? t(EMPTY[state])
              : t('Listings, messages and members that neighbours have told you about.')}
          </p>
        </div>
        <div role="group" aria-label={t('Which reports')} className="flex flex-wrap gap-1">
          {(['open', 'decided'] as const).map((choice) => (
            <Button
              key={choice}
              variant={choice === state ? 'primary' : 'plain'}
              aria-pressed={choice === state}
              onClick={() => setState(choice)}
            >
              {choice === 'open' ? t('Open') : t('Decided')}
            </Button>
          ))}
        </div>
      </div>
      {!reports && error === undefined && <PageLoading />}
      {!reports && error !== undefined && (
        <LoadError title={t('The reports could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
      {reports && reports.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {reports.map((report) => (
            <li key={report.id}>
              <ReportRow report={report} onDecided={() => document.getElementById('reports')?.focus()} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore more={more}>{t('Show more')}</ShowMore>
    </Card>
  )
}

const EMPTY = { open: words('Nothing to decide.'), decided: words('Nothing has been decided yet.') }
