import type {} from '../../../../src/modules/admin/contract.ts'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApi } from '../../../lib/use-api.ts'
import { LoadError } from '../../../ui/load-error.tsx'
import { Figures } from './figures.tsx'

export function Overview() {
  const { data: market, error, mutate } = useApi(path('/api/admin/overview'))
  if (market) {
    return <Figures market={market} />
  }
  if (error === undefined) return <PageLoading />
  return <LoadError title={t('The overview could not be loaded')} error={error} onRetry={() => void mutate()} />
}
