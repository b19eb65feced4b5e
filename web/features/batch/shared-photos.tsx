import { useEffect, useState } from 'react'
import { forgetPhoto, keepPhoto, photosFor } from '../../lib/offline/kept-photos.ts'
import { siteName } from '../../lib/look.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'

type Shared = Awaited<ReturnType<typeof photosFor>>[number] & { preview: string }

/** Photos that came from another app. Any web page can hand over some, so that nothing is uploaded before a tap. */
export function SharedPhotos({ memberId, onAdded }: { memberId: string; onAdded: () => Promise<void> }) {
  const photos = useShared(memberId)
  const [settled, setSettled] = useState(false)
  const add = useAction(async () => {
    for (const { preview: _, shared: _shared, ...photo } of photos) await keepPhoto({ ...photo, memberId })
    setSettled(true)
    await onAdded()
  })
  const discard = useAction(async () => {
    for (const { seq } of photos) await forgetPhoto(seq)
    setSettled(true)
  })
  if (photos.length === 0 || settled) return null
  return (
    <section aria-labelledby="shared-photos" className="rounded-card bg-lamp-soft p-4 text-lamp-text">
      <h2 id="shared-photos" className="font-semibold">
        {t('{count, plural, one {# photo} other {# photos}} shared with {site}', {
          count: photos.length,
          site: siteName(),
        })}
      </h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {photos.map(({ seq, preview, file }) => (
          <li key={seq}>
            <img src={preview} alt={file.name} className="size-16 rounded-input object-cover" />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button pending={add.pending} onClick={() => void add.run()}>
          {t('Add these photos')}
        </Button>
        <Button variant="quiet" pending={discard.pending} onClick={() => void discard.run()}>
          {t('Discard')}
        </Button>
      </div>
    </section>
  )
}

function useShared(memberId: string): Shared[] {
  const [photos, setPhotos] = useState<Shared[]>([])
  useEffect(() => {
    let here = true
    let shown: Shared[] = []
    void photosFor(memberId, 'POST /api/upload-batch').then((all) => {
      if (!here) return
      const shared = all.filter((photo) => photo.shared)
      shown = shared.map((photo) => ({ ...photo, preview: URL.createObjectURL(photo.file) }))
      setPhotos(shown)
    })
    return () => {
      here = false
      for (const { preview } of shown) URL.revokeObjectURL(preview)
    }
  }, [memberId])
  return photos
}
