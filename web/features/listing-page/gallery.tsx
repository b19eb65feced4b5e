import { clsx } from 'clsx'
import { Maximize2 } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { PhotoInfo } from '../../../src/modules/catalog/contract.ts'
import { t } from '../../lib/t.ts'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { Photo } from '../listing/photo.tsx'
import { PhotoArrows } from '../listing/photo-button.tsx'

const FullScreen = lazyDialog(() => import('../listing/full-screen.tsx'))

const SWIPE_PX = 40
const SIZES = '(min-width: 80rem) 46rem, (min-width: 60rem) 58vw, 100vw'

interface Props {
  title: string
  photos: string[]
  photoInfo: PhotoInfo[]
  claimed: boolean
}

/** The photos of an item: arrows, keys and swipes go round in both directions. */
export function Gallery({ title, photos, photoInfo, claimed }: Props) {
  const [index, setIndex] = useState(0)
  const [full, setFull] = useState(false)
  const start = useRef<number>(undefined)
  const swiped = useRef(false)
  const many = photos.length > 1
  const turn = (by: number) => setIndex((current) => (current + by + photos.length) % photos.length)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1)
    if (event.key === 'ArrowRight') turn(1)
  }
  const release = (event: PointerEvent) => {
    const moved = event.clientX - (start.current ?? event.clientX)
    start.current = undefined
    swiped.current = Math.abs(moved) > SWIPE_PX
    if (swiped.current && many) turn(moved > 0 ? -1 : 1)
  }
  return (
    <section aria-label={t('Photos')} onKeyDown={many && !full ? keys : undefined}>
      <div
        className="relative touch-pan-y overflow-hidden border-line bg-sunken max-md:-mx-[16px] max-md:border-y md:rounded-card md:border"
        onPointerDown={(event) => (start.current = event.clientX)}
        onPointerUp={release}
      >
        <Photo
          key={photos[index]}
          src={photos[index]}
          info={photoInfo.find(({ url }) => url === photos[index])}
          sizes={SIZES}
          alt={
            many ? t('{title}, photo {number} of {count}', { title, number: index + 1, count: photos.length }) : title
          }
          priority="high"
          className={clsx('aspect-[4/3] object-contain! select-none', claimed && 'opacity-45 grayscale')}
        />
        {photos.length > 0 && (
          <button
            type="button"
            aria-label={t('View full screen')}
            onPointerEnter={FullScreen.prime}
            onClick={() => {
              if (!swiped.current) setFull(true)
              swiped.current = false
            }}
            className="absolute inset-0 cursor-zoom-in rounded-card -outline-offset-3"
          >
            <Maximize2
              aria-hidden
              className="absolute top-3 end-3 size-9 rounded-full border border-line bg-surface/95 p-2 text-ink"
            />
          </button>
        )}
        {claimed && (
          <p
            className={clsx(
              'pointer-events-none absolute inset-0 grid place-items-center text-center',
              many ? 'px-16' : 'px-4',
            )}
          >
            <span className="rounded-card bg-ink px-5 py-2 font-extrabold text-balance text-bg md:text-lg">
              {t('This item has been claimed')}
            </span>
          </p>
        )}
        {many && (
          <>
            <PhotoArrows look="light" onTurn={turn} />
            <p aria-hidden className="figures absolute end-3 bottom-3 rounded-full bg-ink/80 px-2.5 text-sm text-bg">
              {index + 1} / {photos.length}
            </p>
          </>
        )}
      </div>
      {full && (
        <FullScreen
          title={title}
          photos={photos}
          photoInfo={photoInfo}
          index={index}
          onTurn={turn}
          onOpenChange={setFull}
        />
      )}
      {many && <Thumbnails photos={photos} index={index} onChoose={setIndex} />}
    </section>
  )
}

interface ThumbnailsProps {
  photos: string[]
  index: number
  onChoose: (index: number) => void
}

function Thumbnails({ photos, index, onChoose }: ThumbnailsProps) {
  return (
    <ul className="mt-3 flex gap-2 overflow-x-auto p-1">
      {photos.map((photo, at) => (
        <li key={photo} className="shrink-0">
          <button
            type="button"
            aria-label={t('Photo {number}', { number: at + 1 })}
            aria-current={at === index}
            onClick={() => onChoose(at)}
            className={clsx(
              'block overflow-hidden rounded-input border-2',
              at === index ? 'border-primary' : 'border-transparent opacity-80 hover:opacity-100',
            )}
          >
            <Photo src={photo} sizes="5rem" alt="" className="aspect-[4/3] w-20!" />
          </button>
        </li>
      ))}
    </ul>
  )
}
