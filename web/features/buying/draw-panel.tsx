import { type ReactNode, useState } from 'react'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import type { Draw } from '../../../src/modules/purchasing/draw/contract.ts'
import {
  type DrawFault,
  drawSteps,
  FULL_WEIGHT,
  KEPT_SHARE,
  MOST_WINS,
  replayDraw,
  type Step,
  WINS_DAYS,
} from '../../../src/modules/purchasing/draw-order.ts'
import { call, messageFrom, path } from '../../lib/api.ts'
import { formatPercent } from '../../lib/format.ts'
import { loginPath } from '../../lib/return-to.ts'
import { rich, t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { useApi } from '../../lib/use-api.ts'
import { useMember } from '../../lib/use-member.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Deadline } from '../../ui/deadline.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

interface Props {
  listing: Listing
  /** The button that buys it, for those who may. Left out for who only looks on: its giver, and everybody once it is gone. */
  buy?: ReactNode
}

/** A draw instead of 'first come, first served': enter and leave in one tap, and buy where it is the reader's turn. */
export default function DrawPanel({ listing, buy }: Props) {
  const key = path('/api/items/:id/draw', { params: { id: listing.id } })
  const { data: draw, error, mutate } = useApi(key)
  if (!draw) {
    if (error === undefined) return <Skeleton className="h-24" />
    return <LoadError title={t('The draw could not be loaded')} error={error} onRetry={() => void mutate()} />
  }
  if (draw.byHand) return <p className="text-muted">{t('Its giver has chosen who gets it.')}</p>
  const isOver = draw.state === 'over' || listing.status === 'claimed'
  const isTurn = draw.turn !== null && draw.mine?.place === draw.turn.place
  return (
    <div className="flex flex-col gap-3">
      <Standing draw={draw} isTurn={isTurn} isOver={isOver} isGone={listing.status === 'claimed'} />
      {(isOver || isTurn) && buy}
      {!isOver && buy !== undefined && (
        <Entry listing={listing} draw={draw} onChange={(changed) => void mutate(changed, false)} />
      )}
      {!isOver && !draw.order && <Rule draw={draw} />}
      {draw.order && <Replay draw={draw} order={draw.order} />}
    </div>
  )
}

interface StandingProps {
  draw: Draw
  isTurn: boolean
  isOver: boolean
  isGone: boolean
}

function Standing({ draw, isTurn, isOver, isGone }: StandingProps) {
  const { entries, closesAt, turn, mine, order } = draw
  const state = isOver ? 'over' : draw.state
  return (
    <div className="rounded-input bg-sunken p-3">
      <p className="font-semibold">
        {state === 'open' && rich('A draw decides. Enter until {when}.', { when: <Deadline at={closesAt} /> })}
        {state === 'closed' && t('The draw has closed. It is drawn within a minute or two.')}
        {state === 'drawn' &&
          turn &&
          isTurn &&
          rich('You were drawn. Buy it until {when}.', { when: <Deadline at={turn.until} /> })}
        {state === 'drawn' &&
          turn &&
          !isTurn &&
          rich('Number {place} may buy it until {when}.', { place: turn.place, when: <Deadline at={turn.until} /> })}
        {state === 'over' &&
          (order || isGone ? t('The draw is over.') : t('Nobody was drawn: whoever comes first can have it.'))}
      </p>
      <p className="text-sm text-muted">
        {t('{entries, plural, one {# neighbour has} other {# neighbours have}} entered.', { entries })}{' '}
        {state === 'open' && t('Nothing is held: you need the tokens when you are drawn.')}
        {state === 'drawn' && mine?.place && !isTurn && t('You are number {place}.', { place: mine.place })}
      </p>
    </div>
  )
}

function Entry({ listing, draw, onChange }: { listing: Listing; draw: Draw; onChange: (draw: Draw) => void }) {
  const member = useMember()
  const params = { id: listing.id }
  const { run, pending, error } = useAction(async () =>
    onChange(
      draw.mine
        ? await call('DELETE /api/items/:id/draw/entry', { params })
        : await call('PUT /api/items/:id/draw/entry', { params }),
    ),
  )
  if (!draw.mine && draw.state !== 'open') return null
  if (!member)
    return (
      <a href={loginPath(`/item/${listing.id}`)} className={buttonClass({ variant: 'lamp', size: 'lg', wide: true })}>
        {t('Log in to enter the draw')}
      </a>
    )
  const action = !draw.mine ? t('Enter the draw') : draw.state === 'open' ? t('Leave the draw') : t('Pass it on')
  return (
    <>
      <Button
        variant={draw.mine ? 'quiet' : 'lamp'}
        size={draw.mine ? 'md' : 'lg'}
        wide
        pending={pending}
        onClick={() => void run()}
      >
        {action}
      </Button>
      {error !== undefined && (
        <p role="alert" className="text-danger">
          {messageFrom(error, t('Please check your connection and try again.'))}
        </p>
      )}
    </>
  )
}

const SUMMARY = 'min-h-11 cursor-pointer py-2 font-semibold text-primary'
const shortened = (ticket: string) => ticket.slice(0, 8)

/** The rule of a draw, and its commitment: whoever notes that down can hold the draw against it. */
function Rule({ draw: { commitment, mine } }: { draw: Draw }) {
  return (
    <details className="text-sm">
      <summary className={SUMMARY}>{t('How it is drawn')}</summary>
      <div className="flex flex-col gap-2">
        <p>
          {t(
            'Chance decides, by weight. A ticket weighs {full}, divided by one more than the things you have won in draws in the last {days} days; more than {most} make no difference. If you have kept fewer than {share} of your appointments, it weighs half of that.',
            { full: FULL_WEIGHT, days: WINS_DAYS, most: MOST_WINS, share: formatPercent(KEPT_SHARE * 100) },
          )}
        </p>
        {mine && <p>{t('Your ticket is {ticket}.', { ticket: shortened(mine.ticket) })}</p>}
        <p>
          {t('What it is drawn with is fixed already, and still secret. Note its hash down, and nobody can change it:')}
        </p>
        <code dir="ltr" className="break-all">
          {commitment}
        </code>
      </div>
    </details>
  )
}

/** Says each step of the draw in words, reckoned anew by the reader's own browser. */
function Replay({ draw, order }: { draw: Draw; order: readonly string[] }) {
  const [found, setFound] = useState<{ faults: DrawFault[]; steps: Step[] }>()
  const { run } = useAction(async () => {
    const { commitment, seed, tickets, ticketsDigest } = draw
    if (!seed || !tickets || !ticketsDigest) return
    const faults = await replayDraw({ commitment, seed, tickets, ticketsDigest, order })
    setFound({ faults, steps: await drawSteps(seed, tickets) })
  })
  const verdict = (fault: DrawFault) => <b>{found?.faults.includes(fault) ? t('No, it was changed.') : t('Yes.')}</b>
  return (
    <details className="text-sm wrap-anywhere" onToggle={() => void run()}>
      <summary className={SUMMARY}>{t('Check the draw yourself')}</summary>
      <div role="status">
        {found && (
          <>
            <ul className="list-disc space-y-2 ps-5">
              <li>
                {t('Is the seed the one whose hash was published when the item was posted?')} {verdict('seed')}
              </li>
              <li>
                {t(
                  'Are the {count, plural, one {# ticket} other {# tickets}} those that were published before the seed?',
                  { count: draw.tickets?.length ?? 0 },
                )}{' '}
                {verdict('tickets')}
              </li>
              <li>
                {t('Do seed and tickets give this order?')} {verdict('order')}
              </li>
            </ul>
            <p className="mt-3">
              {t(
                'A ticket has as many shares as it weighs. For each place, seed and tickets say which of the shares is drawn.',
              )}
            </p>
          </>
        )}
      </div>
      {found && <Places order={order} steps={found.steps} own={draw.mine?.ticket} />}
    </details>
  )
}

function Places({ order, steps, own }: { order: readonly string[]; steps: Step[]; own: string | undefined }) {
  const weights = new Map(steps.map(({ ticket, weight }) => [ticket, weight]))
  return (
    <div className="mt-2 max-h-96 overflow-y-auto" role="region" aria-label={t('The places')} tabIndex={0}>
      <ol className="list-decimal space-y-2 ps-8">
        {order.map((ticket, index) => {
          const { total = 0, drawn = 0, ticket: right = '' } = steps[index] ?? {}
          return (
            <li key={index}>
              <b>
                {t('Ticket {ticket}, weight {weight}', { ticket: shortened(ticket), weight: weights.get(ticket) ?? 0 })}
                {ticket === own && ` · ${t('yours')}`}
              </b>
              <br />
              {t(
                '{total, plural, one {# share was} other {# shares were}} left, and number {drawn} was drawn: it belongs to {ticket}.',
                { total, drawn, ticket: shortened(right) },
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
