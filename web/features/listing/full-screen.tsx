import { X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { PhotoInfo } from '../../../src/modules/catalog/contract.ts'
import { t } from '../../lib/t.ts'
import { Overlay } from '../../ui/overlays/overlay.tsx'
import { Photo } from './photo.tsx'
import { PhotoArrows, PhotoButton } from './photo-button.tsx'

const LARGEST = 4

interface Props {
  title: string
  photos: string[]
  photoInfo: PhotoInfo[]
  index: number
  onTurn: (by: number) => void
  onOpenChange: (open: boolean) => void
}

/** One photo on the whole screen: a press or + and - zoom, arrows turn, Escape ends it. */
export default function FullScreen({ title, photos, photoInfo, index, onTurn, onOpenChange }: Props) {
  const [zoom, setZoom] = useState(1)
  const opener = useRef<Element | null>(null)
  const pane = useRef<HTMLDivElement>(null)
  const many = photos.length > 1
  useLayoutEffect(() => {
    const { current } = pane
    // The middle stays in the middle.
    current?.scrollTo(
      (current.scrollWidth - current.clientWidth) / 2,
      (current.scrollHeight - current.clientHeight) / 2,
    )
  }, [zoom])
  const turn = (by: number) => {
    setZoom(1)
    onTurn(by)
  }
  const keys = (event: KeyboardEvent) => {
    if (many && event.key === 'ArrowLeft') turn(-1)
    if (many && event.key === 'ArrowRight') turn(1)
    if (event.key === '+' || event.key === '=') setZoom(Math.min(LARGEST, zoom * 2))
    if (event.key === '-') setZoom(Math.max(1, zoom / 2))
  }
  const larger = zoom < LARGEST
  return (
    <Overlay open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        {/* Locks the page behind. */}
        <Dialog.Overlay>
          <Dialog.Content
            aria-describedby={undefined}
            onKeyDown={keys}
            onOpenAutoFocus={() => {
              opener.current = document.activeElement
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              if (opener.current instanceof HTMLElement) opener.current.focus()
            }}
            className="fixed inset-0 z-50 bg-[#0b0f11] text-[#eef1f0] outline-none"
          >
            <Dialog.Title className="sr-only">{title}</Dialog.Title>
            <div ref={pane} className="size-full touch-manipulation overflow-auto overscroll-contain">
              <div style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
                <Photo
                  src={photos[index]}
                  info={photoInfo.find(({ url }) => url === photos[index])}
                  sizes={`${zoom * 100}vw`}
                  alt={
                    many
                      ? t('{title}, photo {number} of {count}', { title, number: index + 1, count: photos.length })
                      : title
                  }
                  priority="eager"
                  className="size-full bg-transparent! bg-none! object-contain! select-none"
                />
              </div>
            </div>
            <PhotoButton look="dark" label={t('Close')} place="top-3 end-3" onClick={() => onOpenChange(false)}>
              <X aria-hidden />
            </PhotoButton>
            <PhotoButton
              look="dark"
              label={larger ? t('Zoom in') : t('Show all')}
              place="top-3 end-17"
              onClick={() => setZoom(larger ? zoom * 2 : 1)}
            >
              {larger ? <ZoomIn aria-hidden /> : <ZoomOut aria-hidden />}
            </PhotoButton>
            {many && (
              <>
                <PhotoArrows look="dark" onTurn={turn} />
                <p className="figures absolute bottom-4 left-1/2 -translate-x-1/2 rounded-full bg-black/60 px-3 py-1 text-sm">
                  {index + 1} / {photos.length}
                </p>
              </>
            )}
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Overlay>
  )
}
