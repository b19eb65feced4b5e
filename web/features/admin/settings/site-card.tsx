import type { ReactNode } from 'react'
import type { SiteSettings } from '../../../../src/modules/admin/site/contract.ts'
import { PageLoading } from '../../../frame/page-loading.tsx'
import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SiteForm } from './site-form.tsx'

const ASKED = [
  ...(['name', 'tagline', 'place', 'contact', 'timeZone', 'language', 'currency', 'units'] as const),
  ...(['cardPerOrder', 'cardPerItem', 'terms', 'privacy', 'imprint'] as const),
]

export function SiteCard() {
  return (
    <Card className="p-4">
      <h2 className="text-xl font-extrabold">{t('The site')}</h2>
      <p className="mb-4 text-muted">{t('Its name, its units, and the pages the law requires.')}</p>
      <WithSite>
        {(settings) => <SiteForm settings={settings} asked={ASKED} photo submit={t('Save the site')} />}
      </WithSite>
    </Card>
  )
}

/** Shows what the settings are needed for, once they are there. */
export function WithSite({ children }: { children: (settings: SiteSettings) => ReactNode }) {
  const { data: settings, error, mutate } = useApi(path('/api/admin/site'), { revalidateOnFocus: false })
  if (settings) return children(settings)
  if (error === undefined) return <PageLoading />
  return <LoadError title={t('The settings could not be loaded')} error={error} onRetry={() => void mutate()} />
}
