import { Download } from 'lucide-react'
import type { Market, MarketMonth } from '../../../src/modules/economy/contract.ts'
import { BONUS_KINDS } from '../../../src/modules/wallet/contract.ts'
import { Desk } from '../../features/admin/desk.tsx'
import { MissedSearches } from '../../features/economy/missed-searches.tsx'
import { Plot } from '../../features/economy/plot.tsx'
import { PricesToTry } from '../../features/economy/prices-to-try.tsx'
import {
  answerSentence,
  daysSentence,
  formatMinutes,
  idleSentence,
  inVainSentence,
  mintedSentence,
  missedSentence,
  offerSentence,
  soldSentence,
  supplySentence,
  tokensSentence,
  troubleSentence,
  sharesIn,
  wantsSentence,
} from '../../features/economy/sentences.ts'
import { TargetCard } from '../../features/economy/target-card.tsx'
import { BONUS_LABELS } from '../../features/wallet/bonus-labels.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { path } from '../../lib/api.ts'
import { formatExact, formatOneDecimal, formatWhole } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'

export default function AdminMarketPage() {
  return (
    <Desk title={t('Market')}>
      <Months />
    </Desk>
  )
}

function Months() {
  const { data, error, mutate } = useApi(path('/api/admin/market'))
  if (data) return <Figures market={data} />
  if (error === undefined) return <PageLoading />
  return <LoadError title={t('The figures could not be loaded')} error={error} onRetry={() => void mutate()} />
}

function Figures({ market: { months, coming, next, missed, prices } }: { market: Market }) {
  const latest = months.at(-1)
  if (!latest) {
    return (
      <EmptyState picture="coin" title={t('No figures yet')}>
        {t('The first month is being counted. Please look in again in ten minutes.')}
      </EmptyState>
    )
  }
  const names = months.map(({ month }) => month)
  return (
    <>
      <p className="mt-1 font-semibold">{sharesIn({ months, coming })}</p>
      <div className="mt-5 gap-5 *:mb-5 *:break-inside-avoid wide:columns-2">
        <Plot
          title={t('Tokens per active member')}
          sentence={tokensSentence(latest)}
          months={names}
          series={[
            { label: t('Tokens'), values: months.map((one) => one.tokensAMember) },
            ...(months.some(({ target }) => target !== null)
              ? [{ label: t('Target'), values: months.map(({ target }) => (target === null ? null : Number(target))) }]
              : []),
          ]}
          format={formatOneDecimal}
        />
        <TargetCard next={next} />
        <Plot
          title={t('Tokens in all')}
          sentence={supplySentence(latest)}
          months={names}
          series={[
            { label: t('Supply'), values: months.map(({ supply }) => Number(supply)) },
            { label: t('In escrow'), values: months.map(({ escrow }) => Number(escrow)) },
          ]}
          format={formatExact}
        />
        <Plot
          title={t('Tokens that came and went')}
          sentence={mintedSentence()}
          months={names}
          series={[
            { label: t('Bonuses'), values: months.map(mintedInAll) },
            { label: t('Fees'), values: months.map(({ burnt }) => Number(burnt)) },
          ]}
          parts={BONUS_KINDS.map((kind) => ({
            label: t(BONUS_LABELS[kind]),
            values: months.map(({ minted }) => Number(minted[kind])),
          }))}
          format={formatExact}
        />
        <Plot
          title={t('Tokens per available listing')}
          sentence={offerSentence(latest)}
          months={names}
          series={[{ label: t('Tokens'), values: months.map((one) => one.tokensAListing) }]}
          format={formatOneDecimal}
        />
        <Plot
          title={t('Sold within 14 days')}
          sentence={soldSentence(latest)}
          months={names}
          series={[{ label: t('Percent'), values: months.map((one) => one.soldInTimePercent) }]}
          format={formatOneDecimal}
        />
        <Plot
          title={t('Days to a sale')}
          sentence={daysSentence(latest)}
          months={names}
          series={[{ label: t('Median'), values: months.map((one) => one.medianDaysToSale) }]}
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
          title={t('Wishes that failed for tokens')}
          sentence={`${wantsSentence(latest)} ${inVainSentence(latest)}`}
          months={names}
          series={[
            { label: t('Members short of tokens'), values: months.map((one) => one.shortMembers) },
            { label: t('Members who found nothing'), values: months.map((one) => one.inVainMembers) },
          ]}
          format={formatWhole}
        />
        <Plot
          title={t('No-shows and problems')}
          sentence={troubleSentence(latest)}
          months={names}
          series={[
            { label: t('No-shows'), values: months.map((one) => one.noShows) },
            { label: t('Problems'), values: months.map((one) => one.problems) },
          ]}
          format={formatWhole}
        />
        <Plot
          title={t('Time to the first answer')}
          sentence={answerSentence(latest)}
          months={names}
          series={[{ label: t('Median'), values: months.map((one) => one.firstAnswerMinutes) }]}
          format={formatMinutes}
        />
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

const mintedInAll = ({ minted }: MarketMonth) => BONUS_KINDS.reduce((sum, kind) => sum + Number(minted[kind]), 0)
