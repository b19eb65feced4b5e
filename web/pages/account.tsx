import { CalendarCard } from '../features/handover/appointment/calendar-card.tsx'
import { BlockedCard } from '../features/identity/blocked-card.tsx'
import { ChildrenCard } from '../features/identity/children-card.tsx'
import { DataCard } from '../features/identity/data-card.tsx'
import { DefaultsCard } from '../features/identity/defaults-card.tsx'
import { LanguageCard } from '../features/identity/language-card.tsx'
import { NameCard } from '../features/identity/name-card.tsx'
import { PasskeysCard } from '../features/identity/passkeys-card.tsx'
import { SessionsCard } from '../features/identity/sessions-card.tsx'
import { PreferencesCard } from '../features/notifications/preferences-card.tsx'
import { LoginRequired } from '../frame/login-required.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { PageHeading } from '../ui/page-heading.tsx'

export default function AccountPage() {
  const member = useRequiredMember()
  return (
    <div className="page max-w-[728px]! py-6 md:py-10">
      <PageHead title={t('Account Settings')} />
      {member && (
        <>
          <PageHeading>{t('Account Settings')}</PageHeading>
          <p className="text-muted wrap-anywhere">{t('Signed in as {email}', { email: member.email })}</p>
          <div className="mt-5 flex flex-col gap-5">
            <NameCard key={`name-${member.id}`} member={member} />
            <DefaultsCard key={member.id} member={member} />
            <ChildrenCard member={member} />
            <LanguageCard />
            <PreferencesCard />
            <CalendarCard />
            <PasskeysCard member={member} />
            <SessionsCard />
            <BlockedCard />
            <DataCard member={member} />
          </div>
        </>
      )}
      {member === null && <LoginRequired>{t('Please log in to see your account settings.')}</LoginRequired>}
      {member === undefined && <PageLoading />}
    </div>
  )
}
