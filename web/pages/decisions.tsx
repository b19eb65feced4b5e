import { Decisions } from '../features/safety/decisions.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useLoginRedirect } from '../lib/use-login-redirect.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { PageHeading } from '../ui/page-heading.tsx'

export default function DecisionsPage() {
  const member = useRequiredMember()
  useLoginRedirect(member === null)
  return (
    <div className="page max-w-[728px]! py-6 md:py-10">
      <PageHead title={t('Decisions')} />
      <PageHeading>{t('What admins decided')}</PageHeading>
      {member ? <Decisions /> : <PageLoading />}
    </div>
  )
}
