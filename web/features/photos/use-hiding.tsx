import { type ReactNode, useState } from 'react'
import { type Area, isSameArea } from '../../../src/modules/catalog/areas.ts'
import { t } from '../../lib/t.ts'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import type { PhotoUpload } from './use-photo-uploads.ts'

const HideDialog = lazyDialog(() => import('./hide-dialog.tsx'))

interface Hiding {
  /** Opens the boxes over the photo. */
  open: () => void
  /** Sends for them at the first sign of interest. */
  prime: () => void
  /** Says that something private may show, and opens them; null where everything seen is hidden. */
  warning: ReactNode
  dialog: ReactNode
}

/**
 * Hiding parts of a photo.
 * @param suggested the areas in which an analyser has seen what may be private
 */
export function useHiding(photo: PhotoUpload, suggested: Area[], onHide: (areas: Area[]) => void): Hiding {
  const [opened, setOpened] = useState(false)
  const open = () => setOpened(true)
  const shows = suggested.some((area) => !photo.original?.areas.some((hidden) => isSameArea(hidden, area)))
  return {
    open,
    prime: HideDialog.prime,
    warning: shows && (
      <button
        type="button"
        name="photos"
        onClick={open}
        className="flex min-h-11 w-full items-center gap-1.5 bg-lamp-soft px-3 py-2 text-start text-sm font-semibold text-lamp-text underline"
      >
        {t('Something private may show. Take a look and hide it')}
      </button>
    ),
    dialog: opened && <HideDialog photo={photo} suggested={suggested} onHide={onHide} onOpenChange={setOpened} />,
  }
}
