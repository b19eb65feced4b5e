import { type RefObject, useRef } from 'react'
import { t } from '../../lib/t.ts'
import { focusPhotoInput } from './photo-input.ts'
import type { PhotoUploads } from './use-photo-uploads.ts'

interface PhotoRemoval {
  /** The list of photos, whose buttons to remove them have `data-remove`. */
  list: RefObject<HTMLUListElement | null>
  remove: (id: number, index: number) => void
}

/**
 * Removes photos of a list, without losing the focus with them.
 * @param tell says what has happened to who can't see it
 */
export function usePhotoRemoval(uploads: PhotoUploads, tell: (text: string) => void): PhotoRemoval {
  const list = useRef<HTMLUListElement>(null)
  const remove = (id: number, index: number) => {
    // Chosen before the tile is removed, and the focus with it.
    const neighbour = list.current?.children[index === uploads.photos.length - 1 ? index - 1 : index + 1]
    const button = neighbour?.querySelector<HTMLElement>('[data-remove]')
    if (button) button.focus()
    else focusPhotoInput()
    uploads.remove(id)
    tell(t('Photo {number} removed.', { number: index + 1 }))
  }
  return { list, remove }
}
