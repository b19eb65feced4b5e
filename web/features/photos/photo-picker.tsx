import { clsx } from 'clsx'
import { ImagePlus } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import type { Area } from '../../../src/modules/catalog/areas.ts'
import { t } from '../../lib/t.ts'
import { FieldError } from '../../ui/forms/field.tsx'
import { PHOTO_INPUT_ID } from './photo-input.ts'
import { PhotoList } from './photo-list.tsx'
import type { PhotoUploads } from './use-photo-uploads.ts'

const TYPES = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif'

const NONE: ReadonlyMap<string, Area[]> = new Map()

interface Props {
  uploads: PhotoUploads
  max: number
  error?: string | undefined
  /** By the address of a photo: where an analyser has seen what may be private. */
  suggested?: ReadonlyMap<string, Area[]>
  /** Shows the photos, instead of the tiles. */
  list?: ReactNode
}

/** A drop zone and the photos: the first is the cover; dragging or the arrows change the order. */
export function PhotoPicker({ uploads, max, error, suggested = NONE, list }: Props) {
  const errorId = useId()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    setOver(false)
    uploads.add(files)
  }
  return (
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label
        htmlFor={PHOTO_INPUT_ID}
        className={clsx(
          'flex cursor-pointer flex-col items-center justify-center gap-2 rounded-card border-2 border-dashed px-4 text-center',
          'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
          uploads.photos.length === 0 ? 'py-14' : 'py-5',
          over ? 'border-primary bg-primary-soft' : 'border-line-strong bg-surface hover:bg-primary-soft',
        )}
      >
        <ImagePlus size={32} aria-hidden className="text-primary" />
        <span className="text-lg font-semibold">{t('Add photos')}</span>
        <span className="text-sm text-muted">
          {t('Drop them here or choose: 1 to {most}, JPEG, PNG, WebP or HEIC.', { most: max })}
          {list === undefined && ` ${t('The first one is the cover.')}`}
        </span>
        <input
          id={PHOTO_INPUT_ID}
          type="file"
          accept={TYPES}
          multiple
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className="sr-only"
          onChange={(event) => {
            uploads.add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {list === undefined && <PhotoList uploads={uploads} suggested={suggested} />}
      {uploads.photos.length > 0 && list}
    </div>
  )
}
