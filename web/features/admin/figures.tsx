import type { Overview } from '../../../src/modules/admin/contract.ts'
import { formatExact, formatWhole } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'

const LISTINGS: [keyof Overview['listings'], string][] = [
  ['available', 'Available'],
  ['reserved', 'Reserved'],
  ['claimed', 'Claimed'],
  ['withdrawn', 'Withdrawn'],
  ['hidden', 'Hidden'],
]
const PURCHASES: [keyof Overview['purchases'], string][] = [
  ['reserved', 'Paying now'],
  ['paid', 'Awaiting delivery'],
  ['disputed', 'Problem reported'],
  ['delivered', 'Delivered'],
  ['refund_due', 'Being refunded'],
  ['refunded', 'Refunded'],
  ['refund_failed', 'Refund failed'],
  ['expired', 'Not paid in time'],
]

/** Members, tokens, listings and purchases, exactly. */
export function Figures({ market }: { market: Overview }) {
  const { members, tokens } = market
  const first = [
    ['Members', formatWhole(members)],
    ['Tokens in circulation', formatExact(tokens.inCirculation)],
    ['Tokens in escrow', formatExact(tokens.inEscrow)],
    ['Fees collected (tokens)', formatExact(tokens.fees)],
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
        <Counts title="Listings" rows={LISTINGS.map(([state, label]) => [label, market.listings[state]])} />
        <Counts title="Purchases" rows={PURCHASES.map(([state, label]) => [label, market.purchases[state]])} />
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
