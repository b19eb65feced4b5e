import { useEffect, useRef } from 'react'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { formatDayOf } from '../../times/times.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { refreshCards } from './use-trade.ts'

const timesOf = ({ next, appointment, absence, autoReleaseAt, thanks }: Trade) =>
  [next.at, appointment?.absentFrom, appointment?.end, absence?.answerUntil, autoReleaseAt, thanks.until].flatMap(
    (at) => at ?? [],
  )

function isDue(trade: Trade, before: number, now: number): boolean {
  const { appointment, timeZone } = trade
  const dayAt = (time: number) => appointment && formatDayOf(appointment.start, timeZone, time)
  return dayAt(before) !== dayAt(now) || timesOf(trade).some((at) => before < Date.parse(at) && Date.parse(at) <= now)
}

/** The server says what becomes of a card when one of its times passes, or its day begins: it is asked once then. */
export function useReadWhenDue(trades: Trade[] = []): void {
  const now = useNow()
  const last = useRef(now)
  useEffect(() => {
    const before = last.current
    last.current = now
    if (trades.some((trade) => isDue(trade, before, now))) void refreshCards()
  }, [now, trades])
}
