import { t } from '../../lib/t.ts'
import { Photo } from '../listing/photo.tsx'

/** What was sent along with a message, for the two alone; each opens by itself. */
export function MessagePhotos({ photos, author }: { photos: string[]; author: string }) {
  if (photos.length === 0) return null
  return (
    <span className="my-1 grid grid-cols-2 gap-1">
      {photos.map((url, index) => (
        <a key={url} href={url} target="_blank" rel="noreferrer" className="only:col-span-2">
          <Photo
            src={url}
            sizes="16rem"
            alt={t('Photo {number} of {author}', { number: index + 1, author })}
            className="aspect-[4/3] w-full rounded-input"
          />
        </a>
      ))}
    </span>
  )
}
