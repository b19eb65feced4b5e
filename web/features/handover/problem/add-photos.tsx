import { ImagePlus } from 'lucide-react'
import { MAX_PROBLEM_PHOTOS } from '../../../../src/modules/handover/constants.ts'
import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { messageFrom } from '../../../lib/api.ts'
import { t } from '../../../lib/t.ts'
import { useAction } from '../../../lib/use-action.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Unreadable } from '../../photos/shrink-photo.ts'
import { tradeActions } from '../trade/use-trade.ts'

/** Up to three photos of each side, for the two and the admins. */
export function AddPhotos({ trade }: { trade: Trade }) {
  const own = trade.problem?.photos.filter(({ by }) => by === trade.side).length ?? 0
  const { run, pending, error } = useAction(tradeActions(trade).showPhotos)
  if (own >= MAX_PROBLEM_PHOTOS) return null
  return (
    <div className="mt-3">
      <label
        className={`${buttonClass({ variant: 'quiet' })} cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary`}
      >
        {pending ? <Spinner /> : <ImagePlus size={18} aria-hidden />} {t('Add photos')}
        <input
          type="file"
          accept="image/*"
          multiple
          className="sr-only"
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])]
            target.value = ''
            if (chosen.length > 0) void run(chosen)
          }}
        />
      </label>
      <p className="mt-1 text-sm text-muted">
        {t('Up to {most}, for the two of you and the admins; erased after 90 days.', {
          most: MAX_PROBLEM_PHOTOS,
        })}
      </p>
      {error !== undefined && (
        <div role="alert">
          <FieldError>
            {error instanceof Unreadable
              ? t("This browser can't open that photo. Please choose a JPEG.")
              : messageFrom(error, t('Please check your connection and try again.'))}
          </FieldError>
        </div>
      )}
    </div>
  )
}
