import { clsx } from 'clsx'
import { Keyboard, Maximize, QrCode, Truck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from '../../../lib/navigation.tsx'
import type { Trade, TradeStage } from '../../../../src/modules/handover/contract.ts'
import { rich, t } from '../../../lib/t.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy-part.tsx'
import { useWaitingConfirmation } from '../../purchases/use-waiting-confirmation.ts'
import { Absence } from '../appointment/absence.tsx'
import { AppointmentBar } from '../appointment/appointment-bar.tsx'
import { Arrival } from '../appointment/arrival.tsx'
import { DoorCode } from '../door/door-code.tsx'
import { OfferedTimes } from '../appointment/offered-times.tsx'
import { Decision, Problem } from '../problem/problem.tsx'
import { Thanking } from '../thanks/thanking.tsx'
import { TimeChooser } from '../../times/time-chooser.tsx'
import { tradeActions } from './use-trade.ts'
import { isByCourier, otherName } from './words.ts'

const LargeCode = lazyDialog(() => import('../door/large-code.tsx'))

interface Props {
  trade: Trade
  now: number
  /** The buyer's words about a problem, where the card says them in its own way. */
  reported?: ReactNode
}

/** The buttons for the next step, by whoever looks at the card. */
export function NextActions({ trade, now, reported }: Props): ReactNode {
  const { stage, timeZone, offer, side } = trade
  const [choosing, setChoosing] = useState(false)
  /** Times are chosen: the other side's offer comes beside them, not in their place. */
  const [begun, setBegun] = useState(false)
  const endChoosing = () => {
    setChoosing(false)
    setBegun(false)
  }
  const actions = tradeActions(trade)
  const chooser = (onCancel?: () => void) => (
    <TimeChooser
      timeZone={timeZone}
      now={now}
      onOffer={async (times) => {
        await actions.offer(times)
        endChoosing()
      }}
      onChoose={setBegun}
      onCancel={onCancel}
    />
  )
  if (side === 'admin') return null
  // The other things are still to be handed over.
  const rest = stage === 'problem' && trade.lines.some(({ state }) => state === 'paid')
  if (stage === 'problem' && !rest) return <Problem trade={trade} now={now} reported={reported} />
  if (stage === 'handed_over') {
    return (
      <>
        <Decision trade={trade} />
        <Thanking trade={trade} />
      </>
    )
  }
  if (stage === 'decided') return <Decision trade={trade} />
  if (!rest && !OPEN.includes(stage)) return null
  if (choosing) return chooser(endChoosing)
  const byCourier = isByCourier(trade)
  return (
    <>
      {rest && <Problem trade={trade} now={now} reported={reported} />}
      {rest && !offer && !trade.appointment && (
        <Button variant="quiet" className="mt-3" onClick={() => setChoosing(true)}>
          {t('Agree on a time for the rest')}
        </Button>
      )}
      {!byCourier && <Arrival trade={trade} now={now} />}
      <Absence trade={trade} now={now} />
      {(stage === 'paid' || (begun && stage === 'times_offered')) && chooser()}
      {offer && stage !== 'at_the_door' && (
        <>
          {stage !== 'times_offered' && (
            <p className="mt-3 font-semibold">
              {offer.by === side
                ? t('You suggested another time')
                : t('{name} suggested another time', { name: otherName(trade) })}
            </p>
          )}
          <OfferedTimes
            times={offer.times}
            timeZone={timeZone}
            now={now}
            onTake={offer.by === side ? undefined : (start) => actions.take(offer.id, start)}
            onOthers={() => setChoosing(true)}
          />
        </>
      )}
      {!byCourier && <AtTheDoor trade={trade} />}
      {trade.courier && side === 'buyer' && trade.appointment && <BookCourier at={trade.courier.bookAt} />}
      {trade.appointment && stage !== 'at_the_door' && (
        <AppointmentBar trade={trade} now={now} onChange={() => setChoosing(true)} />
      )}
      <Decision trade={trade} />
    </>
  )
}

/** Still to change hands, with nothing wrong. */
const OPEN: readonly TradeStage[] = ['paid', 'times_offered', 'agreed', 'today', 'at_the_door']

/** The seller shows the code, the buyer has another way than the camera. Neighbours also meet without an appointment. */
function AtTheDoor({ trade }: { trade: Trade }) {
  const [shown, setShown] = useState(false)
  const [large, setLarge] = useState(false)
  const { stage, side, purchaseId } = trade
  const { waits } = useWaitingConfirmation(purchaseId)
  const near = stage === 'today' || stage === 'at_the_door'
  const look = { variant: near ? 'quiet' : 'plain' } as const
  if (side === 'buyer') {
    if (waits) return null
    return (
      <div className="mt-3">
        <Link to={`/door/${purchaseId}`} className={clsx(buttonClass(look), !near && '-ms-3 px-3!')}>
          <Keyboard size={20} aria-hidden /> {near ? t('Type the code') : t('At the door? Type the code')}
        </Link>
      </div>
    )
  }
  const buyer = otherName(trade)
  if (stage === 'at_the_door' || shown) {
    return (
      <>
        <DoorCode purchaseId={purchaseId} buyer={buyer} />
        <p className="mt-3 flex justify-center">
          <Button variant="quiet" onPointerEnter={LargeCode.prime} onClick={() => setLarge(true)}>
            <Maximize size={18} aria-hidden /> {t('Show full screen')}
          </Button>
        </p>
        {large && <LargeCode purchaseId={purchaseId} buyer={buyer} onOpenChange={setLarge} />}
      </>
    )
  }
  return (
    <div className="mt-3">
      <Button {...look} className={clsx(!near && '-ms-3 px-3!')} onClick={() => setShown(true)}>
        <QrCode size={20} aria-hidden /> {near ? t('Show my code') : t('At the door? Show my code')}
      </Button>
    </div>
  )
}

/** The market books none: the buyer does, and pays them. */
function BookCourier({ at }: { at: string }) {
  return (
    <div className="mt-3">
      <a href={at} target="_blank" rel="noreferrer" className={buttonClass()}>
        <Truck size={20} aria-hidden />{' '}
        {rich('Book a courier <hidden>(opens in a new tab)</hidden>', {
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </a>
    </div>
  )
}
