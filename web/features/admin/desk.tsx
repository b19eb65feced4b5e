import type { ReactNode } from 'react'
import { Link, NavLink } from '../../lib/navigation.tsx'
import type { User } from '../../../src/modules/identity/contract.ts'
import { words } from '../../../src/platform/language/words.ts'
import { LoginRequired } from '../../frame/login-required.tsx'
import { PageLoading } from '../../frame/page-loading.tsx'
import { path } from '../../lib/api.ts'
import { PageHead } from '../../lib/head.tsx'
import { t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'
import { useRequiredMember } from '../../lib/use-member.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { AdminSetup } from './settings/admin-setup.tsx'

/** The rooms of the desk, in the order of its navigation. */
const ROOMS: readonly (readonly [path: string, label: string])[] = [
  ['/admin', words('Today')],
  ['/admin/members', words('Members')],
  ['/admin/listings', words('Listings')],
  ['/admin/trades', words('Trades')],
  ['/admin/market', words('Market')],
  ['/admin/settings', words('Settings')],
  ['/admin/log', words('Log')],
]

/** A page of the desk: for admins alone, with the way to the others. */
export function Desk({ title, children }: { title: string; children: ReactNode }) {
  const member = useRequiredMember()
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={title} />
      {member === undefined && <PageLoading />}
      {member === null && (
        <LoginRequired title={t('Admin Access Required')}>{t('Please log in as an admin.')}</LoginRequired>
      )}
      {member && (
        <Admin member={member}>
          <PageHeading>{title}</PageHeading>
          <Rooms />
          <div className="mt-4 flex flex-col gap-5">{children}</div>
        </Admin>
      )}
    </div>
  )
}

function Rooms() {
  return (
    <nav aria-label={t('Desk')} className="mt-3 flex flex-wrap gap-1">
      {ROOMS.map(([to, label]) => (
        <NavLink
          key={to}
          to={to}
          end={to === '/admin'}
          className={({ isActive }) => buttonClass({ variant: isActive ? 'primary' : 'plain' })}
        >
          {t(label)}
        </NavLink>
      ))}
    </nav>
  )
}

function Admin({ member, children }: { member: User; children: ReactNode }) {
  const { data, error, mutate } = useApi(member.isAdmin ? null : path('/api/admin/exists'))
  if (member.isAdmin) return children
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
