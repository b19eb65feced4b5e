import { Camera } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../lib/t.ts'
import { usePhone } from '../../lib/browser/use-phone.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import type { PhotoUploads } from './use-photo-uploads.ts'

const CameraView = lazyDialog(() => import('./camera-view.tsx'))

interface Props {
  uploads: PhotoUploads
  max: number
  /** One photo at a time: the camera closes after it. */
  one?: boolean
  /** A member who has come here to take a photo has the camera at once; it opens whenever this becomes true. */
  opened?: boolean
}

/** On a phone: photo after photo in one view; where the page may not see the camera, one by one by the phone's own. */
export function TakePhotos({ uploads, max, one = false, opened = false }: Props) {
  const phone = usePhone()
  const [open, setOpen] = useState(opened)
  const [asked, setAsked] = useState(opened)
  if (asked !== opened) {
    setAsked(opened)
    setOpen(open || opened)
  }
  if (!phone) return null
  const none = uploads.photos.length === 0
  if (!('mediaDevices' in navigator)) {
    return (
      <label className={`${buttonClass({ variant: 'quiet', size: 'lg', wide: true })} has-focus-visible:outline-3`}>
        <Camera size={20} aria-hidden /> {t('Take a photo')}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          className="sr-only"
          onChange={(event) => {
            uploads.add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </label>
    )
  }
  return (
    <>
      <Button
        variant={one && none ? 'primary' : 'quiet'}
        size="lg"
        wide
        disabled={uploads.photos.length >= max}
        onPointerDown={CameraView.prime}
        onClick={() => setOpen(true)}
      >
        <Camera size={20} aria-hidden /> {one ? oneMore(none) : t('Take photos')}
      </Button>
      {open && <CameraView uploads={uploads} max={max} one={one} onOpenChange={setOpen} />}
    </>
  )
}

const oneMore = (first: boolean) => (first ? t('Take a photo') : t('Take another photo'))
