import { type ReactNode, useState } from 'react'
import type { Listing } from '../../../src/modules/catalog/contract.ts'
import type { Draw } from '../../../src/modules/purchasing/draw/contract.ts'
import { call, messageFrom, path } from '../../lib/api.ts'
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
      <Standing draw={draw} isTurn={isTurn} isOver={isOver} />
      {(isOver || isTurn) && buy}
      {!isOver && buy !== undefined && (
        <Entry listing={listing} draw={draw} onChange={(changed) => void mutate(changed, false)} />
      )}
      {draw.order && <Replay draw={draw} />}
    </div>
  )
}

function Standing({ draw, isTurn, isOver }: { draw: Draw; isTurn: boolean; isOver: boolean }) {
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
        {state === 'over' && (order ? t('The draw is over.') : t('Nobody was drawn: whoever comes first can have it.'))}
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

/** Says each step of the draw in words, reckoned anew by the reader's own browser. */
function Replay({ draw }: { draw: Draw }) {
  const [faults, setFaults] = useState<readonly string[]>()
  const { run, pending } = useAction(async () => {
    const { replayDraw } = await import('../../../src/modules/purchasing/draw-order.ts')
    const { commitment, seed, tickets, ticketsDigest, order } = draw
    if (seed && tickets && ticketsDigest && order)
      setFaults(await replayDraw({ commitment, seed, tickets, ticketsDigest, order }))
  })
  if (!faults)
    return (
      <Button variant="plain" pending={pending} onClick={() => void run()}>
        {t('Check the draw yourself')}
      </Button>
    )
  const verdict = (fault: string) => (faults.includes(fault) ? t('No, it was changed.') : t('Yes.'))
  return (
    <ol role="status" className="list-decimal space-y-2 ps-5 text-sm wrap-anywhere">
      <li>
        {t('Is the seed the one whose hash was published when the item was posted?')} <b>{verdict('seed')}</b>
      </li>
      <li>
        {t('Are the {count, plural, one {# ticket} other {# tickets}} those that were published before the seed?', {
          count: draw.tickets?.length ?? 0,
        })}{' '}
        <b>{verdict('tickets')}</b>
      </li>
      <li>
        {t('Do seed and tickets give this order?')} <b>{verdict('order')}</b>
      </li>
    </ol>
  )
}
