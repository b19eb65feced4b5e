import { clsx } from 'clsx'
import { ImagePlus } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { FieldError } from '../../ui/field.tsx'
import { PhotoTile } from './photo-tile.tsx'
import type { PhotoUploads } from './use-photo-uploads.ts'

const TYPES = 'image/jpeg,image/png,image/webp,image/heic,image/heif'

interface Props {
  uploads: PhotoUploads
  max: number
  error?: string | undefined
  /** What shows the photos, instead of the tiles in their order, of which the first is the cover. */
  list?: ReactNode
}

/** A place to drop photos, and the photos: the first is the cover, the order is changed by dragging or with the arrows. */
export function PhotoPicker({ uploads, max, error, list }: Props) {
  const id = useId()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files].filter(({ type }) => type.startsWith('image/'))
    if (files.length > 0) uploads.add(files)
  }
  return (
    <div>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          'flex cursor-pointer flex-col items-center justify-center gap-2 rounded-card border-2 border-dashed px-4 text-center',
          'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
          uploads.photos.length === 0 ? 'py-14' : 'py-5',
          over ? 'border-primary bg-primary-soft' : 'border-line-strong bg-surface hover:bg-primary-soft',
        )}
      >
        <ImagePlus size={32} aria-hidden className="text-primary" />
        <span className="text-lg font-semibold">Add photos</span>
        <span className="text-sm text-muted">
          Drop them here or choose: 1 to {max}, JPEG, PNG or WebP.{list === undefined && ' The first one is the cover.'}
        </span>
        <input
          id={id}
          type="file"
          accept={TYPES}
          multiple
          className="sr-only"
          onChange={(event) => {
            uploads.add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </label>
      {error && <FieldError>{error}</FieldError>}
      {uploads.photos.length > 0 &&
        (list ?? (
          <ul aria-label="Photos" className="mt-3 grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
            {uploads.photos.map((photo, index) => (
              <PhotoTile key={photo.id} photo={photo} index={index} count={uploads.photos.length} uploads={uploads} />
            ))}
          </ul>
        ))}
    </div>
  )
}
