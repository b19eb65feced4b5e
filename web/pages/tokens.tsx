import { Download } from 'lucide-react'
import { Link } from '../lib/navigation.tsx'
import type { User } from '../../src/modules/identity/contract.ts'
import { Balance } from '../features/wallet/balance.tsx'
import { EarnTokens } from '../features/wallet/earn-tokens.tsx'
import { earningsOf } from '../features/wallet/earnings.ts'
import { ReferralCard } from '../features/wallet/referral-card.tsx'
import { shareSentence } from '../features/wallet/share-sentence.ts'
import { Statement } from '../features/wallet/statement.tsx'
import { useStatement } from '../features/wallet/use-statement.ts'
import { PageLoading } from '../frame/page-loading.tsx'
import { path } from '../lib/api.ts'
import { t } from '../lib/t.ts'
import { useApi } from '../lib/use-api.ts'
import { PageHead } from '../lib/head.tsx'
import { useLoginRedirect } from '../lib/use-login-redirect.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function TokensPage() {
  const member = useRequiredMember()
  useLoginRedirect(member === null)
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={t('Tokens')} />
      {member ? <Tokens member={member} /> : <PageLoading />}
    </div>
  )
}

function Tokens({ member }: { member: User }) {
  const statement = useStatement()
  const { data: progress } = useApi(path('/api/tokens/progress'))
  return (
    <>
      <PageHeading>{t('Your tokens')}</PageHeading>
      <div className="mt-4 grid gap-8 wide:grid-cols-[5fr_7fr] wide:gap-10">
        <div className="wide:col-span-2">
          <Balance member={member} entries={statement.entries} />
        </div>
        <section aria-labelledby="history" className="min-w-0 wide:col-start-2 wide:row-start-2">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 id="history" className="text-xl font-extrabold">
              {t('Transaction history')}
            </h2>
            {statement.total > 0 && (
              <a href={path('/api/tokens/statement.csv')} download className={buttonClass({ variant: 'quiet' })}>
                <Download size={18} aria-hidden />
                {t('Download CSV')}
              </a>
            )}
          </div>
          <div className="@container overflow-hidden rounded-card border border-line bg-surface">
            <Statement statement={statement} />
          </div>
          {statement.total > 0 && (
            <p className="mt-3 text-end text-sm">
              <Link to="/verify-statement" className="link">
                {t('Check your statement')}
              </Link>
            </p>
          )}
        </section>
        <div className="flex flex-col gap-8 wide:col-start-1 wide:row-start-2">
          <EarnTokens earnings={earningsOf(progress)} share={progress && shareSentence(progress.share)} />
          <ReferralCard code={member.referralCode} />
        </div>
      </div>
    </>
  )
}
