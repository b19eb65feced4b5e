import { SavedSearchList } from '../features/browsing/searches/saved-search-list.tsx'
import { LoginRequired } from '../frame/login-required.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { PageHeading } from '../ui/page-heading.tsx'

export default function SearchesPage() {
  const member = useRequiredMember()
  if (member === null)
    return <LoginRequired>{t("Log in and we'll tell you when what you're looking for is posted.")}</LoginRequired>
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={t('Saved Searches')} />
      <PageHeading>{t('Saved Searches')}</PageHeading>
      <p className="mb-5 text-muted">{t("We'll tell you once about each item that matches. Save up to 50.")}</p>
      {member ? <SavedSearchList /> : <PageLoading />}
    </div>
  )
}
