import { clsx } from 'clsx'
import { type DragEvent, type ReactNode, useState } from 'react'
import { t } from '../../lib/t.ts'
import { type Groups, isFull, joinGroup, makeCover, splitOff } from './batch-groups.ts'
import { BatchPhoto } from './batch-photo.tsx'
import { focusPhotoInput } from '../photos/photo-input.ts'
import type { PhotoUpload, PhotoUploads } from '../photos/use-photo-uploads.ts'

const DRAGGED = 'application/x-photo'

interface Props {
  uploads: PhotoUploads
  groups: Groups
  onChange: (groups: Groups) => void
}

/** All photos, grouped by listing. Dragging one onto a listing adds it there; its menu does the same. */
export function BatchLightTable({ uploads, groups, onChange }: Props) {
  const [dragged, setDragged] = useState<number>()
  const [moved, setMoved] = useState<number>()
  const [told, setTold] = useState('')
  const photos = new Map(uploads.photos.map((photo) => [photo.id, photo]))
  const positionOf = (id: number) => uploads.photos.findIndex((photo) => photo.id === id) + 1

  const move = (id: number, after: Groups) => {
    onChange(after)
    setMoved(id)
    // The dragged tile is unmounted, so its dragend event never comes.
    setDragged(undefined)
    setTold(
      t('Photo {number} now belongs to item {item}.', {
        number: positionOf(id),
        item: after.findIndex((group) => group.includes(id)) + 1,
      }),
    )
  }
  const remove = (id: number) => {
    const order = groups.flat()
    const at = order.indexOf(id)
    const next = order[at + 1] ?? order[at - 1]
    if (next === undefined) focusPhotoInput()
    setMoved(next)
    setTold(t('Photo {number} removed.', { number: positionOf(id) }))
    uploads.remove(id)
  }
  const join = (id: number, group: number[]) => {
    if (group.includes(id)) return
    if (isFull(group)) setTold(t('Maximum 5 photos allowed'))
    else move(id, joinGroup(groups, id, group[0] ?? id))
  }
  const entriesFor = (photo: PhotoUpload, group: number[]) => [
    ...(group[0] === photo.id
      ? []
      : [{ label: t('Use as cover'), onSelect: () => move(photo.id, makeCover(groups, photo.id)) }]),
    ...(group.length === 1
      ? []
      : [{ label: t('Make it an item of its own'), onSelect: () => move(photo.id, splitOff(groups, photo.id)) }]),
    ...groups.flatMap((other, index) =>
      other === group || isFull(other)
        ? []
        : [{ label: t('Move to item {number}', { number: index + 1 }), onSelect: () => join(photo.id, other) }],
    ),
    { label: t('Remove'), onSelect: () => remove(photo.id) },
  ]

  return (
    <>
      <ol aria-label={t('Items')} className="mt-3 flex flex-wrap items-start gap-3">
        {groups.map((group, index) => (
          <DropZone
            key={group[0]}
            label={t('Item {number}', { number: index + 1 })}
            onDropPhoto={(id) => join(id, group)}
          >
            <p className="px-1 pb-1 text-sm font-semibold">{t('Item {number}', { number: index + 1 })}</p>
            <ul className="flex flex-wrap gap-2">
              {group.map((id) => {
                const photo = photos.get(id)
                return (
                  photo && (
                    <BatchPhoto
                      key={id}
                      photo={photo}
                      position={positionOf(id)}
                      entries={entriesFor(photo, group)}
                      focused={moved === id}
                      onRetry={() => uploads.retry(id)}
                      onHide={(areas) => void uploads.hide(id, areas)}
                      onDragStart={(event) => {
                        event.dataTransfer.setData(DRAGGED, String(id))
                        setDragged(id)
                      }}
                      onDragEnd={() => setDragged(undefined)}
                    />
                  )
                )
              })}
            </ul>
          </DropZone>
        ))}
        {groups.some((group) => group.length > 1 && group.includes(dragged ?? -1)) && (
          <DropZone label={t('A new item')} onDropPhoto={(id) => move(id, splitOff(groups, id))}>
            <p className="grid size-36 place-items-center text-center text-sm text-muted">
              {t('Drop it here to make it an item of its own')}
            </p>
          </DropZone>
        )}
      </ol>
      <p role="status" className="sr-only">
        {told}
      </p>
    </>
  )
}

interface DropZoneProps {
  label: string
  onDropPhoto: (id: number) => void
  children: ReactNode
}

function DropZone({ label, onDropPhoto, children }: DropZoneProps) {
  const [over, setOver] = useState(false)
  const holds = (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED)
  return (
    <li
      aria-label={label}
      onDragOver={(event) => {
        if (!holds(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!holds(event)) return
        event.preventDefault()
        setOver(false)
        onDropPhoto(Number(event.dataTransfer.getData(DRAGGED)))
      }}
      className={clsx(
        'rounded-card border bg-sunken p-2',
        over ? 'border-primary outline-3 outline-primary' : 'border-line',
      )}
    >
      {children}
    </li>
  )
}
