import { t } from '../../lib/t.ts'
import { OpenedPhotos } from '../listing/opened-photos.tsx'
import { Photo } from '../listing/photo.tsx'

/** The photos of a message, for the two alone; each opens on the whole screen. */
export function MessagePhotos({ photos, author }: { photos: string[]; author: string }) {
  if (photos.length === 0) return null
  return (
    <span className="my-1 grid grid-cols-2 gap-1">
      <OpenedPhotos title={t('Photos of {author}', { author })} photos={photos}>
        {(url, index) => (
          <Photo
            src={url}
            sizes="16rem"
            alt={t('Photo {number} of {author}', { number: index + 1, author })}
            className="aspect-[4/3] w-full rounded-input"
          />
        )}
      </OpenedPhotos>
    </span>
  )
}
