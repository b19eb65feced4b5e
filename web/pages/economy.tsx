import { Download } from 'lucide-react'
import type { Economy } from '../../src/modules/economy/contract.ts'
import { BONUS_KINDS } from '../../src/modules/wallet/contract.ts'
import { Plot } from '../features/economy/plot.tsx'
import {
  answerSentence,
  formatMinutes,
  mintedSentence,
  sharesIn,
  supplySentence,
  wantsSentence,
} from '../features/economy/sentences.ts'
import { PageLoading } from '../frame/page-loading.tsx'
import { path } from '../lib/api.ts'
import { formatExact, formatWhole } from '../lib/format.ts'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { useApi } from '../lib/use-api.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function EconomyPage() {
  const { data, error, mutate } = useApi(path('/api/economy'))
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={t('The market in figures')} />
      <PageHeading>{t('The market in figures')}</PageHeading>
      {data && <Months economy={data} />}
      {!data && error === undefined && <PageLoading />}
      {!data && error !== undefined && (
        <LoadError title={t('The figures could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
    </div>
  )
}

function Months({ economy: { months, coming } }: { economy: Economy }) {
  const latest = months.at(-1)
  if (!latest) {
    return (
      <EmptyState picture="coin" title={t('No figures yet')}>
        {t('The first month is being counted. Please look in again in ten minutes.')}
      </EmptyState>
    )
  }
  const names = months.map(({ month }) => month)
  const amounts = (of: (month: Economy['months'][number]) => string | number | null) =>
    months.map((month) => {
      const amount = of(month)
      return amount === null ? null : Number(amount)
    })
  const minted = (month: Economy['months'][number]) =>
    // Without what isn't shown it would be another figure.
    BONUS_KINDS.some((kind) => month.minted[kind] === null)
      ? null
      : BONUS_KINDS.reduce((sum, kind) => sum + Number(month.minted[kind] ?? 0), 0)
  return (
    <>
      <p className="mt-1 max-w-prose text-muted">
        {t(
          "Tokens by month, counted from the ledger. This month's figures run up to now, and figures about fewer than five members aren't shown.",
        )}
      </p>
      <p className="mt-2 font-semibold">{sharesIn({ months, coming })}</p>
      <div className="mt-5 grid gap-5 wide:grid-cols-2">
        <Plot
          title={t('Tokens in all')}
          sentence={supplySentence(latest)}
          months={names}
          series={[
            { label: t('Supply'), values: amounts(({ supply }) => supply) },
            { label: t('In escrow'), values: amounts(({ escrow }) => escrow) },
          ]}
          format={formatExact}
        />
        <Plot
          title={t('Tokens that came and went')}
          sentence={mintedSentence()}
          months={names}
          series={[
            { label: t('Bonuses'), values: amounts(minted) },
            { label: t('Fees'), values: amounts(({ burnt }) => burnt) },
          ]}
          format={formatExact}
        />
        <Plot
          title={t('Things passed on')}
          sentence={t('What was listed in the month, and what was handed over.')}
          months={names}
          series={[
            { label: t('Listed'), values: amounts(({ listings }) => listings) },
            { label: t('Handed over'), values: amounts(({ trades }) => trades) },
          ]}
          format={formatWhole}
        />
        <Plot
          title={t('Active members')}
          sentence={t('Members who listed, sold or bought in the 90 days before.')}
          months={names}
          series={[{ label: t('Members'), values: amounts(({ activeMembers }) => activeMembers) }]}
          format={formatWhole}
        />
        <Plot
          title={t('Wishes that failed for tokens')}
          sentence={wantsSentence(latest)}
          months={names}
          series={[
            { label: t('Wishes'), values: amounts(({ wantsUnpaid }) => wantsUnpaid) },
            { label: t('Members'), values: amounts(({ shortMembers }) => shortMembers) },
          ]}
          format={formatWhole}
        />
        <Plot
          title={t('Time to the first answer')}
          sentence={answerSentence(latest)}
          months={names}
          series={[{ label: t('Median'), values: amounts(({ firstAnswerMinutes }) => firstAnswerMinutes) }]}
          format={formatMinutes}
        />
      </div>
      <p className="mt-5">
        <a href={path('/api/economy.csv')} download className={buttonClass({ variant: 'quiet' })}>
          <Download size={18} aria-hidden />
          {t('Download CSV')}
        </a>
      </p>
    </>
  )
}
