import { Camera } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../lib/t.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import type { PhotoUploads } from './use-photo-uploads.ts'

const CameraView = lazyDialog(() => import('./camera-view.tsx'))

interface Props {
  uploads: PhotoUploads
  max: number
}

/** On a phone: photo after photo in one view; where the page may not see the camera, one by one by the phone's own. */
export function TakePhotos({ uploads, max }: Props) {
  const [phone, setPhone] = useState(false)
  const [open, setOpen] = useState(false)
  useEffect(() => setPhone(window.matchMedia('(pointer: coarse)').matches), [])
  if (!phone) return null
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
        variant="quiet"
        size="lg"
        wide
        disabled={uploads.photos.length >= max}
        onPointerDown={CameraView.prime}
        onClick={() => setOpen(true)}
      >
        <Camera size={20} aria-hidden /> {t('Take photos')}
      </Button>
      {open && <CameraView uploads={uploads} max={max} onOpenChange={setOpen} />}
    </>
  )
}
