import { clsx } from 'clsx'
import { EyeOff } from 'lucide-react'
import type { Area } from '../../../src/modules/catalog/areas.ts'
import { t } from '../../lib/t.ts'
import { Photo } from '../listing/photo.tsx'
import { PhotoWarnings } from '../photos/analysis-photo-warnings.tsx'
import { Progress } from '../photos/progress.tsx'
import { useHiding } from '../photos/use-hiding.tsx'
import type { PhotoUpload } from '../photos/use-photo-uploads.ts'

interface Props {
  position: number
  /** The item's own, the cover first. */
  photos: PhotoUpload[]
  /** The areas of a photo in which an analyser has seen what may be private. */
  suggestedOf: (photo: PhotoUpload) => Area[]
  onHide: (photo: PhotoUpload, areas: Area[]) => void
}

/** The photos of an item under review: parts of each can be hidden. */
export function BatchPhotos({ position, photos, suggestedOf, onHide }: Props) {
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.map((photo, index) => (
        <ReviewedPhoto
          key={photo.id}
          photo={photo}
          alt={
            index === 0
              ? t('Item {number}', { number: position })
              : t('Item {number}, view {view}', { number: position, view: index + 1 })
          }
          number={index + 1}
          suggested={suggestedOf(photo)}
          onHide={(areas) => onHide(photo, areas)}
        />
      ))}
    </ul>
  )
}

interface PhotoProps {
  photo: PhotoUpload
  alt: string
  number: number
  suggested: Area[]
  onHide: (areas: Area[]) => void
}

function ReviewedPhoto({ photo, alt, number, suggested, onHide }: PhotoProps) {
  const hiding = useHiding(photo, suggested, onHide)
  const cover = number === 1
  return (
    <li className={clsx('overflow-hidden rounded-input bg-sunken', cover || hiding.warning ? 'w-full' : 'w-24')}>
      <div className="relative">
        <Photo
          src={photo.url}
          sizes={cover ? '20rem' : '6rem'}
          alt={alt}
          className={clsx('aspect-[4/3] object-contain!', photo.state === 'sending' && 'opacity-60')}
        />
        {photo.state === 'sending' ? (
          <Progress label={t('Sending photo')} share={photo.progress} className="inset-x-2 bottom-2" />
        ) : (
          <button
            type="button"
            aria-label={t('Hide parts of photo {number}', { number })}
            onPointerDown={hiding.prime}
            onClick={hiding.open}
            className="absolute end-0 bottom-0 grid size-11 place-items-center rounded-ss-input bg-surface/90 hover:bg-sunken"
          >
            <EyeOff size={18} aria-hidden />
          </button>
        )}
      </div>
      {hiding.warning}
      {photo.url !== undefined && <PhotoWarnings url={photo.url} />}
      {hiding.dialog}
    </li>
  )
}
