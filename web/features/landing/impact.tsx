import type { ImpactStats } from '../../../src/modules/catalog/contract.ts'
import { path } from '../../lib/api.ts'
import { isMetric, onScale, platformFeeParts } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { useApi } from '../../lib/use-api.ts'
import { formatOneDecimal, formatPercent, formatWhole } from '../../lib/format.ts'
import { useCountUp } from './use-count-up.ts'

/** Percentage of listings with a weight. */
function trackedShare({ itemsWithWeight, totalItems }: ImpactStats): number {
  return itemsWithWeight === 0 ? 0 : Math.round((itemsWithWeight / totalItems) * 100)
}

export function LandfillImpact() {
  const { data: stats } = useApi(path('/api/impact/stats'))
  if (!stats) return null
  return (
    <section aria-labelledby="impact" className="page py-8">
      <div className="rounded-sheet bg-save-soft p-6 md:p-10">
        <h2 id="impact" className="text-2xl font-extrabold">
          {t('Our Landfill Diversion Impact')}
        </h2>
        <dl className="mt-6 grid grid-cols-2 gap-x-4 gap-y-6 wide:grid-cols-4">
          <Figure
            label={isMetric() ? t('Kilograms Diverted') : t('Pounds Diverted')}
            value={onScale(Number(stats.totalWeightLbs))}
            show={formatOneDecimal}
          />
          <Figure label={t('Items Circulating')} value={stats.itemsSold} show={formatWhole} />
          <Figure
            label={isMetric() ? t('kg CO2 Avoided') : t('lbs CO2 Avoided')}
            value={onScale(Number(stats.estimatedCO2SavedLbs))}
            show={(value) => `~${formatWhole(value)}`}
          />
          <Figure
            label={t('Tracked Items')}
            value={trackedShare(stats)}
            show={(value) => formatPercent(Math.round(value))}
          />
        </dl>
        <p className="mt-6 text-sm">{t('Estimates are based on average production emissions.')}</p>
      </div>
    </section>
  )
}

interface FigureProps {
  label: string
  value: number
  show: (value: number) => string
}

function Figure({ label, value, show }: FigureProps) {
  const [shown, place] = useCountUp(value)
  return (
    <div ref={place} className="flex flex-col-reverse justify-end">
      <dt className="font-semibold">{label}</dt>
      <dd className="figures text-display font-extrabold text-save">{show(shown)}</dd>
    </div>
  )
}

/** The block that closes the page. */
export function CommunityImpact() {
  const { data: stats } = useApi(path('/api/impact/stats'))
  return (
    <section aria-labelledby="community" className="page pt-16">
      <h2 id="community" className="text-center text-xl font-extrabold">
        {t('Community impact')}
      </h2>
      <dl className="mt-4 grid grid-cols-3 divide-x divide-line rounded-card border border-line bg-surface py-5 text-center">
        <Count label={t('Items Sold')} value={stats ? formatWhole(stats.itemsSold) : '–'} />
        <Count label={t('Total Listings')} value={stats ? formatWhole(stats.totalItems) : '–'} />
        <Count label={t('Platform fee')} value={platformFeeParts()} />
      </dl>
    </section>
  )
}

function Count({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse justify-end px-2">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="figures text-lg font-extrabold md:text-xl md:whitespace-nowrap">{value}</dd>
    </div>
  )
}
