import { useApi } from '../../lib/use-api.ts'
import { path } from '../../lib/api.ts'
import { formatOneDecimal, formatTokens, formatWhole } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Plot } from './plot.tsx'

export interface Tried {
  /** Tokens for each active member, such as `35`. */
  target: string
  /** It moves by itself from there. */
  moves: boolean
}

/** The model's answer to a target, before it is saved. */
export function TargetPreview({ target, moves }: Tried) {
  const { data, error, mutate } = useApi(
    path('/api/admin/market/preview', { query: { target, ...(moves && { moves: 'true' }) } }),
    {
      revalidateOnFocus: false,
    },
  )
  if (!data) {
    if (error === undefined) return <Skeleton className="h-72" />
    return <LoadError title={t('The model could not be asked')} error={error} onRetry={() => void mutate()} />
  }
  const { from, months } = data
  const last = months.at(-1)
  const sentence = t(
    'After two years, members find and can pay for {held} of 100 things they look for; with every bonus paid in full, {off}.',
    { held: formatWhole(last?.held ?? 0), off: formatWhole(last?.off ?? 0) },
  )
  const source =
    from === 'market'
      ? t(
          "This comes from a model of this market's own members, listings and prices. It shows which way a rule pulls; it isn't a forecast.",
        )
      : t(
          "This market is too young for a model of its own, so we assume an ordinary neighbourhood. It shows which way a rule pulls; it isn't a forecast.",
        )
  const tokens = formatTokens(Number(target).toFixed(2))
  const title = moves
    ? t('From {target} tokens for each active member, moving by itself', { target: tokens })
    : t('With {target} tokens for each active member', { target: tokens })
  return (
    <Plot
      title={title}
      sentence={`${sentence} ${source}`}
      months={months.map(({ month }) => month)}
      series={[
        { label: t('With the target, percent'), values: months.map(({ held }) => held) },
        { label: t('In full, percent'), values: months.map(({ off }) => off) },
      ]}
      format={formatOneDecimal}
    />
  )
}
