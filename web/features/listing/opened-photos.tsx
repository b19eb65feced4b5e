import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../../ui/lazy-part.tsx'

const FullScreen = lazyDialog(() => import('./full-screen.tsx'))

interface Props {
  title: string
  photos: string[]
  /** The small one, by its place. */
  children: (photo: string, index: number) => ReactNode
}

/** Small photos in a row, each of which opens on the whole screen. */
export function OpenedPhotos({ title, photos, children }: Props) {
  const [shown, setShown] = useState<number>()
  return (
    <>
      {photos.map((photo, index) => (
        <button
          key={photo}
          type="button"
          onPointerEnter={FullScreen.prime}
          onClick={() => setShown(index)}
          className="block cursor-zoom-in rounded-input only:col-span-2"
        >
          {children(photo, index)}
        </button>
      ))}
      {shown !== undefined && (
        <FullScreen
          title={title}
          photos={photos}
          photoInfo={[]}
          index={shown}
          onTurn={(by) => setShown((shown + by + photos.length) % photos.length)}
          onOpenChange={() => setShown(undefined)}
        />
      )}
    </>
  )
}
