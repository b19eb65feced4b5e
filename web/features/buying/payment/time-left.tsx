import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../../lib/t.ts'

const RESERVATION_MS = 15 * 60_000

/** The reservation's remaining time, as a line that shortens and in words. */
export function TimeLeft({ until, onExpired }: { until: string; onExpired: () => void }) {
  const [left, setLeft] = useState(() => Date.parse(until) - Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLeft(Date.parse(until) - Date.now()), 1000)
    return () => clearInterval(timer)
  }, [until])
  const over = left <= 0
  const expire = useEffectEvent(onExpired)
  useEffect(() => {
    if (over) expire()
  }, [over])
  const seconds = Math.max(0, Math.ceil(left / 1000))
  return (
    <div>
      <p className="figures text-sm text-muted" role="timer">
        {t('Reserved for you for {time}', {
          time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
        })}
      </p>
      <div aria-hidden className="mt-1 h-1 overflow-hidden rounded-full bg-sunken">
        <div
          className="h-full origin-left rounded-full bg-lamp transition-transform duration-1000 ease-linear"
          style={{ transform: `scaleX(${Math.min(1, Math.max(0, left / RESERVATION_MS))})` }}
        />
      </div>
    </div>
  )
}
