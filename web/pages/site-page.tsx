import { useLocation } from '../lib/navigation.tsx'
import useSWR from 'swr'
import { SITE_PAGES } from '../../src/platform/site/look.ts'
import { SITE_PAGE_TITLES } from '../frame/site-page-titles.ts'
import { PageLoading } from '../frame/page-loading.tsx'
import { getOrNull, path } from '../lib/api.ts'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import NotFound from './not-found.tsx'

/** Terms, privacy or imprint, as the admins have written them. */
export default function SitePage() {
  const { pathname } = useLocation()
  const page = SITE_PAGES.find((one) => pathname.toLowerCase().startsWith(`/${one}`)) ?? 'imprint'
  const { data, error, mutate } = useSWR<{ html: string } | null, unknown>(
    path('/api/site/:page', { params: { page } }),
    getOrNull,
  )
  if (data === null) return <NotFound />
  return (
    <div className="page max-w-3xl py-6 md:py-10">
      <PageHead title={t(SITE_PAGE_TITLES[page])} />
      <PageHeading>{t(SITE_PAGE_TITLES[page])}</PageHeading>
      {data && (
        // The server makes it of Markdown, without any markup of the writer's own.
        <div
          dir="auto"
          className="mt-4 wrap-anywhere [&_a]:underline [&_h1]:mt-6 [&_h1]:text-xl [&_h1]:font-extrabold [&_h2]:mt-6 [&_h2]:text-lg [&_h2]:font-extrabold [&_h3]:mt-4 [&_h3]:font-extrabold [&_hr]:my-6 [&_hr]:border-line [&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:ps-6 [&_p]:mt-3 [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:ps-6"
          dangerouslySetInnerHTML={{ __html: data.html }}
        />
      )}
      {!data && error === undefined && <PageLoading />}
      {!data && error !== undefined && (
        <LoadError title={t('The page could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
    </div>
  )
}
