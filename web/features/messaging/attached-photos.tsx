import { clsx } from 'clsx'
import { RotateCw, X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { MAX_MESSAGE_PHOTOS } from '../../../src/modules/messaging/constants.ts'
import { t } from '../../lib/t.ts'
import { Progress } from '../photos/progress.tsx'
import { usePhotoRemoval } from '../photos/use-photo-removal.ts'
import { type PhotoUpload, usePhotoUploads } from '../photos/use-photo-uploads.ts'
import { Waits } from '../photos/waits.tsx'

export interface Attached {
  urls: string[]
  /** None is still on its way, or has failed. */
  ready: boolean
}

interface Props {
  /** The files that are not yet among the photos. */
  chosen: File[]
  onTaken: () => void
  onChange: (attached: Attached) => void
  /** This code could not be fetched. */
  onLost: () => void
}

/** The photos of a message that is being written, uploaded as soon as they are chosen. */
export default function AttachedPhotos({ chosen, onTaken, onChange }: Props) {
  const uploads = usePhotoUploads({ route: 'POST /api/upload', max: MAX_MESSAGE_PHOTOS })
  const [told, setTold] = useState('')
  const { list, remove } = usePhotoRemoval(uploads, setTold)
  const { photos, urls } = uploads
  const report = useEffectEvent(() => {
    if (chosen.length === 0) {
      onChange({ urls, ready: urls.length === photos.length })
      return
    }
    uploads.add(chosen)
    onTaken()
  })
  useEffect(() => report(), [chosen, photos])
  return (
    <>
      {photos.length > 0 && (
        <ul ref={list} aria-label={t('Photos')} className="mb-1 flex gap-2 overflow-x-auto p-1">
          {photos.map((photo, index) => (
            <Thumbnail
              key={photo.id}
              photo={photo}
              index={index}
              onRemove={() => remove(photo.id, index)}
              onRetry={() => uploads.retry(photo.id)}
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

interface ThumbnailProps {
  photo: PhotoUpload
  index: number
  onRemove: () => void
  onRetry: () => void
}

function Thumbnail({ photo, index, onRemove, onRetry }: ThumbnailProps) {
  const number = index + 1
  return (
    <li className="relative size-24 shrink-0 overflow-hidden rounded-input border border-line bg-sunken">
      <img
        src={photo.preview}
        alt={t('Photo {number}: {name}', { number, name: photo.name })}
        className={clsx('size-full object-cover', photo.state !== 'done' && 'opacity-60')}
      />
      {photo.state === 'sending' && (
        <Progress label={t('Sending photo')} share={photo.progress} className="inset-x-2 bottom-2" />
      )}
      {photo.state === 'waiting' && (
        <div className="absolute inset-x-0 bottom-1 grid place-items-center">
          <Waits />
        </div>
      )}
      {photo.state === 'failed' && (
        <button
          type="button"
          aria-label={t('Not sent: send photo {number} again', { number })}
          onClick={onRetry}
          className="absolute inset-x-0 bottom-0 flex min-h-11 items-center justify-center gap-1.5 bg-danger text-sm font-semibold text-on-danger -outline-offset-3"
        >
          <RotateCw size={16} aria-hidden /> {t('Not sent')}
        </button>
      )}
      <button
        type="button"
        aria-label={t('Remove photo {number}', { number })}
        onClick={onRemove}
        data-remove
        className="absolute top-0 end-0 grid size-11 place-items-center -outline-offset-3"
      >
        <span className="grid size-7 place-items-center rounded-full border border-line-strong bg-surface text-ink">
          <X size={16} aria-hidden />
        </span>
      </button>
    </li>
  )
}
