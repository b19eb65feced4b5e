import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import type { Trade } from '../../../src/modules/handover/contract.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/t.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { TimeChooser } from '../times/time-chooser.tsx'

/** Right after paying: when the two could meet. Nothing where that is arranged, as for what was added to an order. */
export function AgreeOnTime({ purchaseId, trade }: { purchaseId: string; trade: Trade }) {
  const [offered, setOffered] = useState(false)
  const [begun, setBegun] = useState(false)
  const now = useNow()
  const seller = trade.seller.firstName ?? t('the seller')
  if (offered) {
    return (
      <p
        role="status"
        className="flex w-full items-center gap-2 rounded-input bg-save-soft p-3 font-semibold text-save"
      >
        <CalendarClock size={20} aria-hidden className="shrink-0" />
        {t("We've sent {seller} your times. We'll tell you which one suits.", { seller })}
      </p>
    )
  }
  // Times of the seller that come meanwhile are answered by those that are chosen here.
  if (trade.stage !== 'paid' && !(begun && trade.stage === 'times_offered')) return null
  return (
    <section className="w-full rounded-input border-s-4 border-primary bg-primary-soft p-4 text-start">
      <h3 className="text-lg font-extrabold">{questionOf(trade)}</h3>
      <p className="mt-1">{t('Choose up to five times; {seller} confirms one.', { seller })}</p>
      <TimeChooser
        timeZone={trade.timeZone}
        now={now}
        onOffer={async (times) => {
          const body = { times, seen: trade.offer?.id ?? null }
          await call('POST /api/purchases/:id/times', { params: { id: purchaseId }, body })
          setOffered(true)
        }}
        onChoose={setBegun}
      />
    </section>
  )
}

const questionOf = ({ deliveryMethod, lines }: Trade) =>
  deliveryMethod === 'doordash'
    ? t('When can the courier come?')
    : t('When could you pick {count, plural, one {it up} other {them up}}?', { count: lines.length })
