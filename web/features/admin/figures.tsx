import useSWR from 'swr'
import type { ImpactStats } from '../../../src/modules/catalog/contract.ts'
import { formatOneDecimal, formatWhole } from '../../lib/format.ts'

/** The market at a glance; nothing until it is known. */
export function Figures() {
  const { data } = useSWR<ImpactStats>('/api/impact/stats')
  if (!data) return null
  const figures = [
    ['Listings', formatWhole(data.totalItems)],
    ['Claimed', formatWhole(data.itemsSold)],
    ['Pounds diverted', formatOneDecimal(data.totalWeightLbs)],
    ['lbs CO2 avoided', `~${formatWhole(data.estimatedCO2SavedLbs)}`],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {figures.map(([label, value]) => (
        <div key={label} className="flex flex-col-reverse rounded-card border border-line bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="figures text-xl font-extrabold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
