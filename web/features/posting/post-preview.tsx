import { pick, SHOWN } from '../../../src/modules/catalog/attributes.ts'
import { t } from '../../lib/t.ts'
import { ListingCard } from '../listing/listing-card.tsx'
import type { ListingValues } from './listing-form.ts'
import { useTokenPrice } from '../listing/use-categories.ts'

/** The card as neighbours will see it. */
export function PostPreview({ values, photo }: { values: ListingValues; photo: string | undefined }) {
  const price = useTokenPrice(values.category)
  return (
    <aside aria-label={t('Preview')} className="sticky top-22 max-wide:hidden">
      <p className="mb-2 text-sm font-semibold text-muted">{t('As neighbours will see it')}</p>
      <div inert>
        <ListingCard
          listing={{
            id: 'preview',
            title: values.title || t('Your item'),
            category: values.category,
            ...pick(values, SHOWN.card),
            city: values.city || t('Your city'),
            photos: photo === undefined ? [] : [photo],
            photoInfo: [],
            tokenPrice: price.toFixed(2),
            status: 'available',
            createdAt: new Date().toISOString(),
          }}
        />
      </div>
      <p className="mt-2 text-sm text-muted">{t('The category sets the price.')}</p>
    </aside>
  )
}
