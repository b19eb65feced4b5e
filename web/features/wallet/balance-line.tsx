import type { TokenTransaction } from '../../../src/modules/wallet/contract.ts'
import { formatExact } from '../../lib/format.ts'
import { t } from '../../lib/t.ts'
import { formatDay } from '../../lib/time.ts'

const WIDTH = 240
const HEIGHT = 56
const PAD = 4

/** The balance over time, as steps. `entries` come newest first. */
export function BalanceLine({ entries }: { entries: TokenTransaction[] }) {
  const oldest = entries.at(-1)
  const newest = entries[0]
  if (!oldest || !newest || entries.length < 3) return null
  const start = Date.parse(oldest.createdAt)
  const span = Date.parse(newest.createdAt) - start || 1
  const highest = Math.max(...entries.map(({ balanceAfter }) => Number(balanceAfter)), 1)
  const points = entries.toReversed().map(({ createdAt, balanceAfter }) => ({
    x: PAD + ((Date.parse(createdAt) - start) / span) * (WIDTH - 2 * PAD),
    y: HEIGHT - PAD - (Number(balanceAfter) / highest) * (HEIGHT - 2 * PAD),
  }))
  const line = points.map(
    ({ x, y }, index) => `${index === 0 ? 'M' : `H${x.toFixed(1)} L`}${x.toFixed(1)} ${y.toFixed(1)}`,
  )
  const last = points.at(-1)
  return (
    <figure className="min-w-0 md:max-wide:col-start-2 md:max-wide:ps-8">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('Balance from {oldest} on {first} to {newest} on {last}, at most {highest}', {
          oldest: formatExact(oldest.balanceAfter),
          first: formatDay(oldest.createdAt),
          newest: formatExact(newest.balanceAfter),
          last: formatDay(newest.createdAt),
          highest: formatExact(highest),
        })}
        className="w-full max-w-80 rtl:-scale-x-100"
      >
        <line x1={PAD} x2={WIDTH - PAD} y1={HEIGHT - PAD} y2={HEIGHT - PAD} stroke="var(--line)" />
        <path d={line.join('')} fill="none" stroke="var(--primary)" strokeWidth="2" strokeLinejoin="round" />
        {last && <circle cx={last.x} cy={last.y} r="3.5" fill="var(--lamp)" stroke="var(--lamp-edge)" />}
      </svg>
      <figcaption className="flex max-w-80 justify-between text-sm text-muted">
        <span>{formatDay(oldest.createdAt)}</span>
        <span>{formatDay(newest.createdAt)}</span>
      </figcaption>
    </figure>
  )
}
