import { Link } from 'react-router-dom'
import type { User } from '../../src/modules/identity/contract.ts'
import { ActionLog } from '../features/admin/action-log.tsx'
import { Alarms } from '../features/admin/alarms.tsx'
import { AdminSetup } from '../features/admin/admin-setup.tsx'
import { CategoryPrices } from '../features/admin/category-prices.tsx'
import { Disputes } from '../features/admin/disputes.tsx'
import { FeesCard } from '../features/admin/fees-card.tsx'
import { Overview } from '../features/admin/overview.tsx'
import { Rings } from '../features/admin/rings.tsx'
import { SearchCard } from '../features/admin/search-card.tsx'
import { Reports } from '../features/admin/reports.tsx'
import { LoginRequired } from '../frame/login-required.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { path } from '../lib/api.ts'
import { t } from '../lib/t.ts'
import { useApi } from '../lib/use-api.ts'
import { PageHead } from '../lib/head.tsx'
import { useRequiredMember } from '../lib/use-member.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function AdminPage() {
  const member = useRequiredMember()
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={t('Admin')} />
      {member === undefined && <PageLoading />}
      {member === null && (
        <LoginRequired title={t('Admin Access Required')}>{t('Please log in as an admin.')}</LoginRequired>
      )}
      {member && <Admin member={member} />}
    </div>
  )
}

function Admin({ member }: { member: User }) {
  const { data, error, mutate } = useApi(member.isAdmin ? null : path('/api/admin/exists'))
  if (member.isAdmin) return <Panel />
  if (data) return data.exists ? <NotAdmin /> : <AdminSetup />
  if (error === undefined) return <PageLoading />
  return <LoadError as="h1" title={t('This page could not be loaded')} error={error} onRetry={() => void mutate()} />
}

function NotAdmin() {
  return (
    <EmptyState
      as="h1"
      picture="door"
      title={t('Unauthorized')}
      action={
        <Link to="/" className={buttonClass()}>
          {t('Back to Home')}
        </Link>
      }
    >
      {t('You do not have admin access to this page')}
    </EmptyState>
  )
}

function Panel() {
  return (
    <>
      <PageHeading>{t('Admin')}</PageHeading>
      <div className="mt-4 flex flex-col gap-5">
        <Overview />
        <Alarms />
        <Rings />
        <div id="disputes" className="scroll-mt-20">
          <Disputes />
        </div>
        <Reports />
        <SearchCard />
        <div className="grid items-start gap-5 wide:grid-cols-[2fr_1fr]">
          <CategoryPrices />
          <FeesCard />
        </div>
        <ActionLog />
      </div>
    </>
  )
}
