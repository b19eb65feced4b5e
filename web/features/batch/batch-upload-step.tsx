import { FileSpreadsheet, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { MAX_BATCH_PHOTOS } from '../../../src/modules/catalog/contract.ts'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Groups } from './batch-groups.ts'
import { BatchLightTable } from './batch-light-table.tsx'
import type { ImportListProps } from './import-list.tsx'
import { TakePhotos } from '../photos/take-photos.tsx'
import { PhotoPicker } from '../photos/photo-picker.tsx'
import type { PhotoUploads } from '../photos/use-photo-uploads.ts'

const ImportList = lazyPart(
  () => import('./import-list.tsx'),
  ({ onLost }: ImportListProps) => onLost(),
)

interface Props {
  uploads: PhotoUploads
  groups: Groups
  loggedIn: boolean
  /** Nobody looks at photos here. */
  byHand: boolean
  /** An analysis has failed, so the member may continue without one. */
  failed: boolean
  onGroup: (groups: Groups) => void
  onAnalyze: () => void
  onContinue: () => void
  /** Takes the things of a list. */
  onTake: ImportListProps['onTake']
}

export function BatchUploadStep(props: Props) {
  const { uploads, groups, loggedIn, byHand, failed, onGroup, onAnalyze, onContinue, onTake } = props
  const [list, setList] = useState(false)
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
          {t('Several photos of one item? Drag them onto each other, or use the menu of a photo.')}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {byHand ? (
          <Button size="lg" disabled={!ready} onClick={onContinue}>
            {t('Fill in the details')}
          </Button>
        ) : (
          <Button size="lg" disabled={!ready} onClick={onAnalyze}>
            <Sparkles size={20} aria-hidden /> {t('Analyze with AI')}
          </Button>
        )}
        {failed && (
          <Button size="lg" variant="quiet" disabled={!ready} onClick={onContinue}>
            {t('Continue without AI')}
          </Button>
        )}
        <p className="text-sm text-muted">{explain(loggedIn, groups.length, byHand)}</p>
      </div>
      {loggedIn && groups.length === 0 && (
        <section aria-labelledby="import-list" className="border-t border-line pt-5">
          <h2 id="import-list" className="text-lg font-extrabold">
            {t('Already listed elsewhere?')}
          </h2>
          <p className="text-muted">{t('Import them from a list (CSV), up to 100 at once.')}</p>
          {list ? (
            <ImportList onTake={onTake} onLost={() => setList(false)} />
          ) : (
            <Button variant="quiet" className="mt-3" onClick={() => setList(true)}>
              <FileSpreadsheet size={18} aria-hidden /> {t('Import a list')}
            </Button>
          )}
        </section>
      )}
    </div>
  )
}

function explain(loggedIn: boolean, listings: number, byHand: boolean): string {
  if (!loggedIn) return byHand ? t('Please log in to upload photos.') : t('Please log in to use AI analysis')
  if (listings === 0) return t('Up to 10 photos, at most 90 MB together.')
  return byHand
    ? t('{listings, plural, one {# item} other {# items}}.', { listings })
    : t('{listings, plural, one {# item} other {# items}}. The analysis takes 2 to 3 minutes.', { listings })
}
