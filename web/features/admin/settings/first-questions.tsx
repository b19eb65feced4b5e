import type { ReactNode } from 'react'
import { call, path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { refresh, setAnswer, useApi } from '../../../lib/use-api.ts'
import { useSite } from '../../../lib/use-site.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CategoryPrices } from './category-prices.tsx'
import { WithSite } from './site-card.tsx'
import { SiteForm } from './site-form.tsx'

const ASKED = ['name', 'place', 'timeZone', 'language', 'currency', 'units'] as const

/**
 * The first admin answers these once; all of it can be changed later.
 * @param props.children comes below, once the questions stand: nothing moves under a hand
 */
export function FirstQuestions({ children }: { children: ReactNode }) {
  const site = useSite()
  const asks = site !== undefined && !site.setUp && !site.demo
  const settings = useApi(asks ? path('/api/admin/site') : null)
  const prices = useApi(asks ? path('/api/admin/category-prices') : null)
  if (!asks) return children
  const stand = [settings, prices].every(({ data, error }) => data !== undefined || error !== undefined)
  return (
    <>
      <Questions />
      {stand && children}
    </>
  )
}

function Questions() {
  return (
    <section aria-labelledby="first-questions" className="flex flex-col gap-5">
      <Card className="p-4">
        <h2 id="first-questions" className="text-xl font-extrabold">
          {t('A site of your own')}
        </h2>
        <p className="mb-4 text-muted">
          {t(
            "A few questions before the neighbours arrive. You'll find them again in the settings, with all the others.",
          )}
        </p>
        <WithSite>
          {(settings) => (
            <SiteForm settings={settings} asked={ASKED} photo setUp submit={t('This is our site')}>
              <Later version={settings.version} />
            </SiteForm>
          )}
        </WithSite>
      </Card>
      <CategoryPrices />
    </section>
  )
}

function Later({ version }: { version: number }) {
  const { run, pending } = useAction(async () => {
    await setAnswer(path('/api/admin/site'), await call('PATCH /api/admin/site', { body: { version, setUp: true } }))
    await refresh('/api/site')
  })
  return (
    <Button variant="plain" pending={pending} onClick={() => void run()}>
      {t('Later, in the settings')}
    </Button>
  )
}
