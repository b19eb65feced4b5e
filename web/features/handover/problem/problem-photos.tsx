import type { Trade } from '../../../../src/modules/handover/contract.ts'
import { t } from '../../../lib/t.ts'

type Photos = NonNullable<Trade['problem']>['photos']

/** What the two have shown of a problem, each with whose it is; they open in full. */
export function ProblemPhotos({ photos, names }: { photos: Photos; names: { buyer: string; seller: string } }) {
  if (photos.length === 0) return null
  return (
    <ul aria-label={t('Photos of the problem')} className="mt-3 flex flex-wrap gap-2">
      {photos.map(({ url, by }, index) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer" className="block rounded-input">
            <img
              src={url}
              alt={t('Photo {number}, from {name} (opens in a new tab)', { number: index + 1, name: names[by] })}
              width={96}
              height={72}
              loading="lazy"
              className="aspect-[4/3] w-24 rounded-input bg-sunken object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
