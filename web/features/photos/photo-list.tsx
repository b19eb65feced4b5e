import { useState } from 'react'
import type { Area } from '../../../src/modules/catalog/areas.ts'
import { t } from '../../lib/t.ts'
import { PhotoTile } from './photo-tile.tsx'
import { usePhotoRemoval } from './use-photo-removal.ts'
import type { PhotoUploads } from './use-photo-uploads.ts'

/** Photos in their order, of which the first is the cover. */
interface Props {
  uploads: PhotoUploads
  /** By the address of a photo: where an analyser has seen what may be private. */
  suggested: ReadonlyMap<string, Area[]>
}

export function PhotoList({ uploads, suggested }: Props) {
  const [told, setTold] = useState('')
  const { list, remove } = usePhotoRemoval(uploads, setTold)
  const { photos } = uploads
  const move = (id: number, to: number) => {
    const from = photos.findIndex((photo) => photo.id === id)
    if (from < 0) return
    uploads.move(id, to)
    setTold(t('Photo {from} is now photo {to} of {count}.', { from: from + 1, to: to + 1, count: photos.length }))
  }
  return (
    <>
      {photos.length > 0 && (
        <ul ref={list} aria-label={t('Photos')} className="mt-3 grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
          {photos.map((photo, index) => (
            <PhotoTile
              key={photo.id}
              photo={photo}
              index={index}
              count={photos.length}
              onMove={move}
              onRemove={() => remove(photo.id, index)}
              onRetry={() => uploads.retry(photo.id)}
              suggested={suggested.get(photo.url ?? '') ?? suggested.get(photo.original?.url ?? '') ?? []}
              onHide={(areas) => void uploads.hide(photo.id, areas)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {told}
      </p>
    </>
  )
}
