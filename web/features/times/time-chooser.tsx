import { t } from '../../lib/t.ts'
import { nameOfZone } from '../../lib/time.ts'
import { useState } from 'react'
import { MAX_TIMES } from '../../../src/modules/handover/constants.ts'
import { messageFrom } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/forms/field.tsx'
import { chipClass } from '../../ui/chip.ts'
import { type Interval, formatHours, formatInterval, nextDays, usualTimes } from './times.ts'

const DAYS_AHEAD = 14

/** The buttons stay at the foot beside a conversation, where what is above them scrolls. */
const AT_THE_FOOT = 'in-data-pinned:sticky in-data-pinned:-bottom-3 in-data-pinned:-mb-2 in-data-pinned:py-2'

interface Props {
  timeZone: string
  now: number
  /** Gets them soonest first. What it throws is shown. */
  onOffer: (times: Interval[]) => Promise<void>
  /** Told whether any are chosen. */
  onChoose?: (begun: boolean) => void
  /** The way to leave it without offering. */
  onCancel?: (() => void) | undefined
}

/** Up to five times, by tapping: what suits most people at once, any hour of the next two weeks with a tap more. */
export function TimeChooser({ timeZone, now, onOffer, onChoose, onCancel }: Props) {
  const [chosen, setChosen] = useState<Interval[]>([])
  const [more, setMore] = useState(false)
  const { run, pending, error } = useAction(() =>
    onOffer(chosen.toSorted((one, other) => one.start.localeCompare(other.start))),
  )
  const full = chosen.length === MAX_TIMES
  const isChosen = ({ start }: Interval) => chosen.some((one) => one.start === start)
  const toggle = (time: Interval) => {
    const others = chosen.filter(({ start }) => start !== time.start)
    const next = isChosen(time) ? others : [...others, time]
    setChosen(next)
    onChoose?.(next.length > 0)
  }
  const suggested = usualTimes(now, timeZone)
  const others = chosen.filter(({ start }) =>
    suggested.every(({ times }) => times.every((time) => time.start !== start)),
  )
  const chip = (time: Interval, words: string) => (
    <button
      key={time.start}
      type="button"
      aria-label={formatInterval(time, timeZone, now)}
      aria-pressed={isChosen(time)}
      disabled={full && !isChosen(time)}
      onClick={() => toggle(time)}
      className={chipClass(isChosen(time))}
    >
      {words}
    </button>
  )
  return (
    <div className="mt-3 flex flex-col gap-3">
      {suggested.map(({ name, times }) => (
        <div key={name} role="group" aria-label={name}>
          <p className="mb-1 text-sm font-semibold text-muted">{name}</p>
          <div className="flex flex-wrap gap-2">{times.map((time) => chip(time, formatHours(time, timeZone)))}</div>
        </div>
      ))}
      {others.length > 0 && (
        <div role="group" aria-label={t('Other times')} className="flex flex-wrap gap-2">
          {others.map((time) => chip(time, formatInterval(time, timeZone, now)))}
        </div>
      )}
      {!more && (
        <Button variant="plain" className="-ms-4 self-start" onClick={() => setMore(true)}>
          {t('Other days and hours')}
        </Button>
      )}
      {more && <AllTimes timeZone={timeZone} now={now} chip={chip} />}
      {error !== undefined && (
        <div role="alert">
          <FieldError>{messageFrom(error, t('Please check your connection and try again.'))}</FieldError>
        </div>
      )}
      <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 bg-primary-soft ${AT_THE_FOOT}`}>
        <Button pending={pending} disabled={chosen.length === 0} onClick={() => void run()}>
          {chosen.length === 0
            ? t('Offer times')
            : t('Offer {count, plural, one {# time} other {# times}}', { count: chosen.length })}
        </Button>
        {onCancel && (
          <Button variant="plain" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
        <p role="status" className="text-sm text-muted">
          {full ? t('You can choose up to {most}.', { most: MAX_TIMES }) : nameOfZone(timeZone)}
        </p>
      </div>
    </div>
  )
}

interface AllProps {
  timeZone: string
  now: number
  chip: (time: Interval, words: string) => React.ReactNode
}

/** Day by day. */
function AllTimes({ timeZone, now, chip }: AllProps) {
  const days = nextDays(now, timeZone, DAYS_AHEAD)
  const [picked, setPicked] = useState(days[0]?.name)
  const day = days.find(({ name }) => name === picked) ?? days[0]
  return (
    <div className="rounded-input border border-line bg-surface p-3">
      <div
        role="group"
        aria-label={t('Day')}
        tabIndex={0}
        className="-mx-3 flex gap-2 overflow-x-auto px-3 pb-2 -outline-offset-3"
      >
        {days.map(({ name }) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === day?.name}
            onClick={() => setPicked(name)}
            className={`${chipClass(name === day?.name)} shrink-0 whitespace-nowrap`}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        role="group"
        aria-label={t('Hour')}
        className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2"
      >
        {day?.times.map((time) => chip(time, formatHours(time, timeZone)))}
      </div>
    </div>
  )
}
