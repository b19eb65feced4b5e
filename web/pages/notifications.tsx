import { Settings } from 'lucide-react'
import { Link } from '../lib/navigation.tsx'
import { NoticeList } from '../features/notifications/notice-list.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useLoginRedirect } from '../lib/use-login-redirect.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function NotificationsPage() {
  const member = useRequiredMember()
  useLoginRedirect(member === null)
  return (
    <div className="page max-w-[728px]! py-6 md:py-10">
      <PageHead title={t('Notifications')} />
      <div className="flex items-center justify-between gap-3">
        <PageHeading>{t('Notifications')}</PageHeading>
        <Link
          to="/account#notifications"
          aria-label={t('Choose your notifications')}
          className={buttonClass({ variant: 'plain', size: 'icon' })}
        >
          <Settings size={22} aria-hidden />
        </Link>
      </div>
      {member ? <NoticeList /> : <PageLoading />}
    </div>
  )
}
