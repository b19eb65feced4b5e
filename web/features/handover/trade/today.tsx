import { Clock, MapPin } from 'lucide-react'
import { Link } from '../../../lib/navigation.tsx'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { path } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { formatHours } from '../../times/times.ts'
import { Arrival } from '../appointment/arrival.tsx'
import { AppointmentBar } from '../appointment/appointment-bar.tsx'
import { tradePage } from './trade-page.ts'
import { isByCourier, otherName, passed, wordsFor } from './words.ts'

/** Today's appointments, bought and sold, with what is said about it in one tap; nothing on a day without an appointment. */
export function Today() {
  const { data } = useApi(path('/api/trades/open'))
  const now = useNow()
  if (!data || data.today.length === 0) return null
  return (
    <section aria-labelledby="today" className="mb-8">
      <h2 id="today" className="mb-3 text-xl font-extrabold">
        {t('Today')}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border-2 border-primary bg-surface">
        {data.today.map((trade) => (
          <li key={trade.purchaseId} className="p-4">
            <Meeting trade={trade} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Meeting({ trade, now }: { trade: Trade; now: number }) {
  const { appointment, side, pickup, timeZone, stage } = trade
  if (!appointment) return null
  const name = otherName(trade)
  const byCourier = isByCourier(trade)
  const said = wordsFor(trade, now)
  const over = stage === 'today' ? passed(trade, now) : undefined
  const news = stage === 'at_the_door' || Object.values(appointment.late).some(Boolean)
  return (
    <>
      <div className="flex items-start gap-3">
        <Avatar person={side === 'seller' ? trade.buyer : trade.seller} size="md" />
        <div className="min-w-0 flex-1">
          <p className="figures flex items-center gap-1.5 font-extrabold">
            <Clock size={18} aria-hidden className="shrink-0 text-primary" />
            {formatHours(appointment, timeZone)}
          </p>
          <p className="font-semibold wrap-anywhere">
            {over?.note ?? (byCourier ? t('The courier comes') : who(trade, name))}
          </p>
          {news && <p className="font-semibold text-primary">{said.title}</p>}
          <Link to={tradePage(trade)} className="link inline-flex min-h-11 max-w-full items-center wrap-anywhere">
            <bdi>{trade.title}</bdi>
          </Link>
          {side === 'buyer' && pickup && !byCourier && (
            <p className="flex items-start gap-1.5 text-sm text-muted wrap-anywhere">
              <MapPin size={16} aria-hidden className="mt-0.5 shrink-0" /> {pickup.pickupAddress}, {pickup.city}
            </p>
          )}
        </div>
      </div>
      {!byCourier && <Arrival trade={trade} now={now} />}
      {stage === 'today' && <AppointmentBar trade={trade} now={now} />}
    </>
  )
}

const who = ({ side }: Trade, name: string) =>
  side === 'seller' ? t('{name} is coming to you', { name }) : t("You're going to {name}", { name })
