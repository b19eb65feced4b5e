import { ImagePlus } from 'lucide-react'
import { MAX_PROBLEM_PHOTOS } from '../../../src/modules/handover/constants.ts'
import { t } from '../../lib/t.ts'
import { buttonClass } from '../../ui/button.tsx'

interface Props {
  photos: File[]
  onChoose: (photos: File[]) => void
}

/** Photos that go along with a report. */
export function ChosenPhotos({ photos, onChoose }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label
        className={`${buttonClass({ variant: 'quiet' })} relative cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary`}
      >
        <ImagePlus size={18} aria-hidden /> {t('Add photos')}
        <input
          type="file"
          accept="image/*"
          multiple
          className="sr-only"
          onChange={({ target }) => onChoose([...(target.files ?? [])].slice(0, MAX_PROBLEM_PHOTOS))}
        />
      </label>
      <p role="status" className="text-sm text-muted">
        {photos.length === 0
          ? t('Up to {most}', { most: MAX_PROBLEM_PHOTOS })
          : t('{count, plural, one {# photo} other {# photos}}', { count: photos.length })}
      </p>
    </div>
  )
}
