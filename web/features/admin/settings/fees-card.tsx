import { PageLoading } from '../../../frame/page-loading.tsx'
import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { FeesForm } from './fees-form.tsx'

export function FeesCard() {
  const { data: settings, error, mutate } = useApi(path('/api/admin/settings'))
  return (
    <Card className="p-4">
      <h2 className="text-xl font-extrabold">{t('Fees')}</h2>
      <p className="mb-4 text-muted">{t('In percent, with up to two decimals. New purchases only.')}</p>
      {settings && <FeesForm settings={settings} />}
      {!settings && error === undefined && <PageLoading />}
      {!settings && error !== undefined && (
        <LoadError title={t('The fees could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
    </Card>
  )
}
