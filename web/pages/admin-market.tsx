import { Download } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Market } from '../../src/modules/economy/contract.ts'
import { MissedSearches } from '../features/economy/missed-searches.tsx'
import { Plot } from '../features/economy/plot.tsx'
import { PricesToTry } from '../features/economy/prices-to-try.tsx'
import { idleSentence, missedSentence, soldSentence, tokensSentence } from '../features/economy/sentences.ts'
import { TargetCard } from '../features/economy/target-card.tsx'
import { shareSentence } from '../features/wallet/share-sentence.ts'
import { LoginRequired } from '../frame/login-required.tsx'
import { PageLoading } from '../frame/page-loading.tsx'
import { path } from '../lib/api.ts'
import { formatOneDecimal, formatWhole } from '../lib/format.ts'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useApi } from '../lib/use-api.ts'
import { useRequiredMember } from '../lib/use-member.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function AdminMarketPage() {
  const member = useRequiredMember()
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={t('Market')} />
      {member === undefined && <PageLoading />}
      {member === null && (
        <LoginRequired title={t('Admin Access Required')}>{t('Please log in as an admin.')}</LoginRequired>
      )}
      {member && (member.isAdmin ? <Desk /> : <NotAdmin />)}
    </div>
  )
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

function Desk() {
  const { data, error, mutate } = useApi(path('/api/admin/market'))
  return (
    <>
      <PageHeading>{t('Market')}</PageHeading>
      {data && <Figures market={data} />}
      {!data && error === undefined && <PageLoading />}
      {!data && error !== undefined && (
        <LoadError title={t('The figures could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
    </>
  )
}

function Figures({ market: { months, coming, missed, prices } }: { market: Market }) {
  const latest = months.at(-1)
  if (!latest) {
    return (
      <EmptyState picture="coin" title={t('No figures yet')}>
        {t('The first month is being counted. Please look in again in ten minutes.')}
      </EmptyState>
    )
  }
  const names = months.map(({ month }) => month)
  const share =
    shareSentence({ thisMonth: latest.factor === '1.00' ? null : latest.factor, nextMonth: coming?.factor ?? null }) ??
    t('Combos and streaks pay in full this month.')
  return (
    <>
      <p className="mt-1 font-semibold">{share}</p>
      <div className="mt-5 grid items-start gap-5 wide:grid-cols-2">
        <Plot
          title={t('Tokens an active member')}
          sentence={tokensSentence(latest)}
          months={names}
          series={[{ label: t('Tokens'), values: months.map((one) => one.tokensAMember) }]}
          format={formatOneDecimal}
        />
        <TargetCard />
        <Plot
          title={t('Sold within 14 days')}
          sentence={soldSentence(latest)}
          months={names}
          series={[{ label: t('Percent'), values: months.map((one) => one.soldInTimePercent) }]}
          format={formatOneDecimal}
        />
        <PricesToTry prices={prices} />
        <Plot
          title={t('Searches that found nothing')}
          sentence={missedSentence(latest)}
          months={names}
          series={[{ label: t('Searches'), values: months.map((one) => one.searchesMissed) }]}
          format={formatWhole}
        />
        <MissedSearches missed={missed} />
        <Plot
          title={t('Idle tokens')}
          sentence={idleSentence(latest)}
          months={names}
          series={[{ label: t('Percent'), values: months.map((one) => one.idlePercent) }]}
          format={formatOneDecimal}
        />
        <Plot
          title={t('Things passed on')}
          sentence={t('What was listed in the month, and what was handed over.')}
          months={names}
          series={[
            { label: t('Listed'), values: months.map((one) => one.listings) },
            { label: t('Handed over'), values: months.map((one) => one.trades) },
          ]}
          format={formatWhole}
        />
      </div>
      <p className="mt-5">
        <a href={path('/api/admin/market.csv')} download className={buttonClass({ variant: 'quiet' })}>
          <Download size={18} aria-hidden />
          {t('Download CSV')}
        </a>
      </p>
    </>
  )
}
