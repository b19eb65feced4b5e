import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { type DragEvent, useLayoutEffect, useRef } from 'react'
import type { Area } from '../../../src/modules/catalog/areas.ts'
import { t } from '../../lib/t.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import type { MenuEntry } from '../../ui/overlays/menu-props.ts'
import { PhotoWarnings } from '../photos/analysis-photo-warnings.tsx'
import { Waits } from '../photos/waits.tsx'
import { Progress } from '../photos/progress.tsx'
import { RetryButton } from '../photos/retry-button.tsx'
import { useHiding } from '../photos/use-hiding.tsx'
import type { PhotoUpload } from '../photos/use-photo-uploads.ts'

interface Props {
  photo: PhotoUpload
  position: number
  entries: MenuEntry[]
  /** Takes the focus: it has just been moved here, or its neighbour has been removed. */
  focused: boolean
  onRetry: () => void
  onHide: (areas: Area[]) => void
  onDragStart: (event: DragEvent) => void
  onDragEnd: () => void
}

/** One photo on the light table, with its upload progress, warnings and actions. */
export function BatchPhoto({ photo, position, entries, focused, onRetry, onHide, onDragStart, onDragEnd }: Props) {
  const hiding = useHiding(photo, [], onHide)
  const tile = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    if (focused) tile.current?.focus()
  }, [focused])
  return (
    <li
      ref={tile}
      tabIndex={-1}
      draggable
      onDragStart={onDragStart}
      onDragEnd={onDragEnd}
      className="w-36 cursor-grab overflow-hidden rounded-input border border-line bg-surface"
    >
      <div className="relative">
        <img
          src={photo.preview}
          alt={t('Photo {number}: {name}', { number: position, name: photo.name })}
          draggable={false}
          className={clsx('aspect-[4/3] w-full object-cover', photo.state !== 'done' && 'opacity-60')}
        />
        {photo.state === 'sending' && (
          <Progress
            label={t('Sending photo {number}', { number: position })}
            share={photo.progress}
            className="inset-x-2 bottom-2"
          />
        )}
        {(photo.state === 'failed' || photo.state === 'waiting') && (
          <div className="absolute inset-0 grid place-items-center">
            {photo.state === 'failed' ? <RetryButton position={position} onClick={onRetry} /> : <Waits />}
          </div>
        )}
      </div>
      <div className="flex items-center justify-between ps-3 text-sm text-muted">
        {t('Photo {number}', { number: position })}
        <Menu
          label={t('Photo {number}: move or remove', { number: position })}
          trigger={<Ellipsis size={18} aria-hidden />}
          triggerClass="grid size-11 place-items-center hover:bg-sunken"
          entries={[
            ...(photo.state === 'done'
              ? [{ label: t('Hide parts of photo {number}', { number: position }), onSelect: hiding.open }]
              : []),
            ...entries,
          ]}
        />
      </div>
      {photo.url !== undefined && <PhotoWarnings url={photo.url} />}
      {hiding.dialog}
    </li>
  )
}
