import type { Overview } from '../../../../src/modules/admin/overview/contract.ts'
import { words } from '../../../../src/platform/language/words.ts'
import { formatExact, formatWhole } from '../../../lib/format.ts'
import { t } from '../../../lib/t.ts'
import { Card } from '../../../ui/card.tsx'

const LISTINGS: [keyof Overview['listings'], string][] = [
  ['available', words('Available')],
  ['reserved', words('Reserved')],
  ['claimed', words('Claimed')],
  ['withdrawn', words('Withdrawn')],
  ['hidden', words('Hidden')],
]
const PURCHASES: [keyof Overview['purchases'], string][] = [
  ['reserved', words('Paying now')],
  ['paid', words('Awaiting delivery')],
  ['disputed', words('Problem reported')],
  ['delivered', words('Delivered')],
  ['refund_due', words('Being refunded')],
  ['refunded', words('Refunded')],
  ['refund_failed', words('Refund failed')],
  ['expired', words('Not paid in time')],
]

/** Members, tokens, listings and purchases, exactly. */
export function Figures({ market }: { market: Overview }) {
  const { members, tokens } = market
  const first = [
    [t('Members'), formatWhole(members)],
    [t('Tokens in circulation'), formatExact(tokens.inCirculation)],
    [t('Tokens in escrow'), formatExact(tokens.inEscrow)],
    [t('Fees collected (tokens)'), formatExact(tokens.fees)],
  ] as const
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {first.map(([label, value]) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end rounded-card border border-line bg-surface px-4 py-3"
          >
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="figures text-xl font-extrabold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-3 md:grid-cols-2">
        <Counts title={t('Listings')} rows={LISTINGS.map(([state, label]) => [t(label), market.listings[state]])} />
        <Counts title={t('Purchases')} rows={PURCHASES.map(([state, label]) => [t(label), market.purchases[state]])} />
      </div>
    </div>
  )
}

function Counts({ title, rows }: { title: string; rows: [string, number][] }) {
  return (
    <Card className="px-4 py-3">
      <h2 className="font-extrabold">{title}</h2>
      <dl className="mt-1 grid gap-x-6 sm:grid-cols-2 md:grid-cols-1 wide:grid-cols-2">
        {rows.map(([label, count]) => (
          <div key={label} className="flex justify-between gap-3 py-0.5">
            <dt className="text-muted">{label}</dt>
            <dd className="figures font-semibold">{formatWhole(count)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
