import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { MAX_BATCH_PHOTOS, MAX_PHOTOS } from '../../../src/modules/catalog/contract.ts'
import { plural } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import type { PhotoUpload, PhotoUploads } from './use-photo-uploads.ts'

interface Props {
  uploads: PhotoUploads
  loggedIn: boolean
  /** Addresses of the photos, item by item. */
  onAnalyze: (groups: string[][]) => void
}

/** Step 1. Each photo is an item of its own, unless it is marked as another view of the one before. */
export function BatchUploadStep({ uploads, loggedIn, onAnalyze }: Props) {
  const [joined, setJoined] = useState<ReadonlySet<number>>(new Set())
  const groups = groupsOf(uploads.photos, joined)
  const tooMany = groups.some((group) => group.length > MAX_PHOTOS)
  const toggle = (id: number) =>
    setJoined((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  return (
    <div className="flex flex-col gap-5">
      <PhotoPicker
        uploads={uploads}
        max={MAX_BATCH_PHOTOS}
        below={(photo, index) =>
          index > 0 && (
            <label className="flex min-h-11 cursor-pointer items-center gap-2 border-t border-line bg-surface px-3 text-sm">
              <input
                type="checkbox"
                checked={joined.has(photo.id)}
                onChange={() => toggle(photo.id)}
                className="size-5 accent-(--primary)"
              />
              Same item as before
            </label>
          )
        }
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          size="lg"
          disabled={groups.length === 0 || uploads.sending || !loggedIn || tooMany}
          onClick={() => onAnalyze(groups.map((group) => group.flatMap(({ url }) => url ?? [])))}
        >
          <Sparkles size={20} aria-hidden /> Analyze with AI
        </Button>
        <p className="text-sm text-muted">
          {tooMany ? 'Maximum 5 photos allowed per item.' : explain(loggedIn, groups.length)}
        </p>
      </div>
    </div>
  )
}

function explain(loggedIn: boolean, items: number): string {
  if (!loggedIn) return 'Please log in to use AI analysis'
  return items === 0
    ? 'Up to 10 photos, at most 90 MB together.'
    : `${plural(items, 'item')}. The analysis takes 2 to 3 minutes.`
}

/** Only what has been sent counts. */
function groupsOf(photos: PhotoUpload[], joined: ReadonlySet<number>): PhotoUpload[][] {
  const groups: PhotoUpload[][] = []
  for (const photo of photos.filter(({ url }) => url !== undefined)) {
    const last = groups.at(-1)
    if (last && joined.has(photo.id)) last.push(photo)
    else groups.push([photo])
  }
  return groups
}
