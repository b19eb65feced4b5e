import { Sparkles } from 'lucide-react'
import { MAX_BATCH_PHOTOS } from '../../../src/modules/catalog/contract.ts'
import { plural } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import type { Groups } from './batch-groups.ts'
import { BatchLightTable } from './batch-light-table.tsx'
import { TakePhotos } from '../photos/take-photos.tsx'
import { PhotoPicker } from '../photos/photo-picker.tsx'
import type { PhotoUploads } from '../photos/use-photo-uploads.ts'

interface Props {
  uploads: PhotoUploads
  groups: Groups
  loggedIn: boolean
  /** An analysis has failed, so the member may continue without one. */
  failed: boolean
  onGroup: (groups: Groups) => void
  onAnalyze: () => void
  onContinue: () => void
}

/** Step 1: photos, grouped into listings. */
export function BatchUploadStep({ uploads, groups, loggedIn, failed, onGroup, onAnalyze, onContinue }: Props) {
  const ready = uploads.urls.length > 0 && !uploads.sending && loggedIn
  return (
    <div className="flex flex-col gap-5">
      <TakePhotos uploads={uploads} max={MAX_BATCH_PHOTOS} />
      <PhotoPicker
        uploads={uploads}
        max={MAX_BATCH_PHOTOS}
        list={<BatchLightTable uploads={uploads} groups={groups} onChange={onGroup} />}
      />
      {groups.length > 1 && (
        <p className="text-sm text-muted">
          Several photos of one item? Drag them onto each other, or use the menu of a photo.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="lg" disabled={!ready} onClick={onAnalyze}>
          <Sparkles size={20} aria-hidden /> Analyze with AI
        </Button>
        {failed && (
          <Button size="lg" variant="quiet" disabled={!ready} onClick={onContinue}>
            Continue without AI
          </Button>
        )}
        <p className="text-sm text-muted">{explain(loggedIn, groups.length)}</p>
      </div>
    </div>
  )
}

function explain(loggedIn: boolean, listings: number): string {
  if (!loggedIn) return 'Please log in to use AI analysis'
  return listings === 0
    ? 'Up to 10 photos, at most 90 MB together.'
    : `${plural(listings, 'item')}. The analysis takes 2 to 3 minutes.`
}
