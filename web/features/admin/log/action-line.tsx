import type { ReactNode } from 'react'
import { Link } from '../../../lib/navigation.tsx'
import type { AdminAction } from '../../../../src/modules/admin/log/contract.ts'
import { changesOf, reasonOf, sentenceOf, thingOf } from '../../../../src/modules/admin/log-sentences.ts'
import type { Said, SaidValue } from '../../../../src/platform/language/words.ts'
import { rich, t } from '../../../lib/t.ts'
import { formatDateTime } from '../../../lib/time.ts'
import { useAction } from '../../../lib/use-action.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { undo } from '../../safety/offer-undo.ts'
import { PersonLink } from '../members/person-link.tsx'

/** One act in a sentence, with links to whom and what it is about, and Undo for its minute. */
export function ActionLine({ action }: { action: AdminAction }) {
  const { message, values } = sentenceOf(action)
  const done = rich(message, {
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)])),
    admin: action.actor ? <PersonLink person={action.actor} /> : t('The command line'),
    thing: <Subject action={action} />,
  })
  const reason = reasonOf(action)
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
        <p>{reason === null ? done : rich('{done} because “{reason}”', { done, reason: <bdi>{reason}</bdi> })}</p>
        {changesOf(action).map(({ name, label, was, is }) => (
          <p key={name} className="text-sm text-muted">
            {t('{field}: {was} → {is}', { field: t(label), was: was ?? '–', is: is ?? '–' })}
          </p>
        ))}
        <p className="mt-0.5 flex flex-wrap items-center gap-2 text-sm text-muted">
          <time dateTime={action.createdAt}>{formatDateTime(action.createdAt)}</time>
          {action.undone && <Badge>{t('Undone')}</Badge>}
        </p>
      </div>
      {action.undoUntil !== null && <UndoButton id={action.id} />}
    </div>
  )
}

function UndoButton({ id }: { id: string }) {
  const { run, pending } = useAction(() => undo([id]))
  return (
    <Button variant="quiet" pending={pending} onClick={() => void run()}>
      {t('Undo')}
    </Button>
  )
}

/** The subject, as a link where there is a page behind it. */
function Subject({ action }: { action: AdminAction }) {
  const text = <bdi className="wrap-anywhere">{saidHere(thingOf(action))}</bdi>
  const [kind, id] = action.subject.split(':')
  const to =
    kind === 'purchase'
      ? `/admin/trades/${id}`
      : action.listingId !== null
        ? `/item/${action.listingId}`
        : kind === 'member' && action.name !== null
          ? `/admin/members/${id}`
          : null
  return to === null ? (
    <span className="font-semibold">{text}</span>
  ) : (
    <Link to={to} className="link font-semibold">
      {text}
    </Link>
  )
}

function saidHere(said: string | Said): ReactNode {
  if (typeof said === 'string') return said
  const values = Object.entries(said.values ?? {}).map(([name, value]) => [name, shown(value)] as const)
  return rich(said.message, Object.fromEntries(values))
}

function shown(value: SaidValue): ReactNode {
  if (typeof value !== 'object') return value
  return 'moment' in value ? formatDateTime(value.moment) : ''
}
