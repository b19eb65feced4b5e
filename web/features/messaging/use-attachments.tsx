import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Attached } from './attached-photos.tsx'

const AttachedPhotos = lazyPart(
  () => import('./attached-photos.tsx'),
  ({ onLost }) => onLost(),
)
const NONE: Attached = { urls: [], ready: true }

interface Attachments {
  /** Addresses of those that have been uploaded, in order. */
  urls: string[]
  /** Whether that is all of them. */
  ready: boolean
  choose: (photos: File[]) => void
  /** Begins anew, once they have been sent. */
  clear: () => void
  /** The photos themselves. */
  view: ReactNode
}

/** The photos of a message that is being written. The code that shrinks and uploads them comes with the first one. */
export function useAttachments(): Attachments {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<File[]>([])
  const [attached, setAttached] = useState(NONE)
  const clear = () => {
    setOpen(false)
    setChosen([])
    setAttached(NONE)
  }
  const take = () => {
    setChosen([])
    setAttached((before) => ({ ...before, ready: false }))
  }
  return {
    urls: attached.urls,
    ready: chosen.length === 0 && attached.ready,
    choose: (photos) => {
      if (photos.length === 0) return
      setOpen(true)
      setChosen((before) => [...before, ...photos])
    },
    clear,
    view: open && <AttachedPhotos chosen={chosen} onTaken={take} onChange={setAttached} onLost={clear} />,
  }
}
