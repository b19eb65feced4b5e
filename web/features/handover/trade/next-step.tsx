import { t } from '../../../lib/t.ts'
import { nameOfZone } from '../../../lib/time.ts'
import { clsx } from 'clsx'
import {
  CalendarCheck,
  CircleCheck,
  Clock,
  DoorOpen,
  Hourglass,
  type LucideIcon,
  Scale,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { isMyTurn } from '../../../../src/modules/handover/constants.ts'
import type { ReactNode } from 'react'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { wordsFor } from './words.ts'

type Tone = 'mine' | 'theirs' | 'done' | 'wrong'

const LOOKS: Record<Tone, string> = {
  mine: 'border-primary bg-primary-soft',
  theirs: 'border-line-strong bg-sunken',
  done: 'border-save bg-save-soft',
  wrong: 'border-danger bg-danger-soft',
}
const EYEBROWS: Record<Tone, string> = {
  mine: 'text-primary',
  theirs: 'text-muted',
  done: 'text-save',
  wrong: 'text-danger',
}

function toneOf(trade: Trade): Tone {
  switch (trade.stage) {
    case 'problem':
      return 'wrong'
    case 'handed_over':
      return 'done'
    case 'decided':
    case 'refunded':
      return 'theirs'
    default:
      return isMyTurn(trade) ? 'mine' : 'theirs'
  }
}

const ICONS: Record<Trade['stage'], LucideIcon> = {
  to_pay: Hourglass,
  paid: Clock,
  times_offered: Clock,
  agreed: CalendarCheck,
  today: CalendarCheck,
  at_the_door: DoorOpen,
  handed_over: CircleCheck,
  problem: TriangleAlert,
  decided: Scale,
  refunded: Undo2,
}

const isAgreed = ({ stage }: Trade) => stage === 'agreed' || stage === 'today'

interface Props {
  trade: Trade
  now: number
  /** Below the heading that the card stands under. */
  as: 'h3' | 'h4'
  children?: ReactNode
}

/** The next step and the side that does it: the first thing to be read on a card. */
export function NextStep({ trade, now, as: Heading, children }: Props) {
  const { turn, title, note } = wordsFor(trade, now)
  const tone = toneOf(trade)
  const Icon = ICONS[trade.stage]
  return (
    <section className={clsx('rounded-input border-s-4 p-4', LOOKS[tone])}>
      {turn !== '' && (
        <p className={clsx('mb-1 text-sm font-extrabold in-data-pinned:hidden', EYEBROWS[tone])}>{turn}</p>
      )}
      {/* On a conversation's card the line that unfolds it says so already. */}
      <Heading className="flex items-start gap-2 text-lg font-extrabold wrap-anywhere in-data-pinned:sr-only">
        <Icon size={22} aria-hidden className={clsx('mt-0.5 shrink-0', EYEBROWS[tone])} />
        <span>{title}</span>
      </Heading>
      {note !== undefined && (
        <p className="mt-1 wrap-anywhere">
          {note}
          {isAgreed(trade) && (
            <span className="text-muted"> {t('All times are {zone}.', { zone: nameOfZone(trade.timeZone) })}</span>
          )}
        </p>
      )}
      {children}
    </section>
  )
}
