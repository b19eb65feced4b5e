import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { t } from '../../../lib/t.ts'
import { OpenedPhotos } from '../../listing/opened-photos.tsx'

type Photos = NonNullable<Trade['problem']>['photos']

/** The photos of both sides of a problem, each with whose it is; they open on the whole screen. */
export function ProblemPhotos({ photos, names }: { photos: Photos; names: { buyer: string; seller: string } }) {
  if (photos.length === 0) return null
  return (
    <div role="group" aria-label={t('Photos of the problem')} className="mt-3 flex flex-wrap gap-2">
      <OpenedPhotos title={t('Photos of the problem')} photos={photos.map(({ url }) => url)}>
        {(url, index) => (
          <img
            src={url}
            alt={t('Photo {number}, from {name}', { number: index + 1, name: names[photos[index]?.by ?? 'buyer'] })}
            width={96}
            height={72}
            loading="lazy"
            className="aspect-[4/3] w-24 rounded-input bg-sunken object-cover"
          />
        )}
      </OpenedPhotos>
    </div>
  )
}
