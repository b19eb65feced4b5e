import { clsx } from 'clsx'
import { CameraOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { words } from '../../../src/platform/language/words.ts'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { useBackCloses } from '../../ui/overlays/use-back-closes.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useCamera } from './use-camera.ts'
import type { PhotoUploads } from './use-photo-uploads.ts'

/** Photos of the last ones that are shown. */
const SHOWN = 5
const STATES = {
  sending: words('Photo {number}, being sent'),
  done: words('Photo {number}, sent'),
  failed: words('Photo {number}, not sent'),
  waiting: words('Photo {number}, waits for the connection'),
}

interface Props {
  uploads: PhotoUploads
  max: number
  /** It closes after the first photo. */
  one: boolean
  onOpenChange: (open: boolean) => void
}

/** The camera, over the whole screen: each photo is sent while the next is taken. */
export default function CameraView({ uploads, max, one, onOpenChange }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { video, ready, problem, take } = useCamera()
  const [flashes, setFlashes] = useState(0)
  const { photos } = uploads
  const room = max - photos.length
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  useBackCloses(true, close)

  const shoot = async () => {
    const photo = await take()
    if (!photo) return
    setFlashes((count) => count + 1)
    uploads.add([photo])
    if (one) close()
  }
  return (
    <dialog
      ref={dialog}
      aria-label={t('Camera')}
      onClose={() => onOpenChange(false)}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none bg-[#0b0f11] text-[#eef1f0] backdrop:bg-[#0b0f11]"
    >
      <div className="flex h-full flex-col pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]">
        <div className="relative min-h-0 flex-1">
          <video ref={video} playsInline muted className="size-full object-contain" />
          {flashes > 0 && (
            <span key={flashes} aria-hidden className="absolute inset-0 animate-flash bg-[#eef1f0] opacity-0" />
          )}
          {!ready && problem === undefined && (
            <p role="status" className="absolute inset-0 flex items-center justify-center gap-3">
              <Spinner /> {t('Starting the camera...')}
            </p>
          )}
          {problem !== undefined && (
            <p
              role="alert"
              className="absolute inset-0 m-auto flex h-fit max-w-sm flex-col items-center gap-4 p-6 text-center"
            >
              <CameraOff size={40} aria-hidden /> {problem}
            </p>
          )}
        </div>
        <ul aria-label={t('Photos taken')} className="flex h-18 items-center justify-center gap-2 px-4">
          {photos.slice(-SHOWN).map((photo, index) => (
            <li key={photo.id}>
              <img
                src={photo.preview}
                alt={t(STATES[photo.state], { number: Math.max(0, photos.length - SHOWN) + index + 1 })}
                className={clsx(
                  'size-14 rounded-input border-2 object-cover',
                  photo.state === 'done' ? 'border-[#7bd399]' : 'border-transparent opacity-60',
                )}
              />
            </li>
          ))}
        </ul>
        <div className="grid grid-cols-3 items-center px-4 pb-4">
          <p role="status" className="text-sm">
            {room > 0
              ? t('{count} of {total}', { count: photos.length, total: max })
              : t("{count, plural, one {# photo} other {# photos}}: that's all", { count: max })}
          </p>
          <button
            type="button"
            aria-label={t('Take photo')}
            disabled={!ready || room <= 0}
            onClick={() => void shoot()}
            className="size-18 justify-self-center rounded-full border-4 border-[#0b0f11] bg-[#eef1f0] outline-3 outline-[#eef1f0] active:scale-95 disabled:opacity-40 focus-visible:outline-lamp"
          />
          <Button variant="quiet" className="justify-self-end" onClick={close}>
            {t('Done')}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
