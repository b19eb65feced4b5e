import { Link } from 'react-router-dom'
import { ATTRIBUTES } from '../../../src/modules/catalog/attributes.ts'
import { readSize } from '../../../src/modules/catalog/sizes.ts'
import { t } from '../../lib/t.ts'
import { AGE_LABELS } from '../listing/labels.ts'
import { type Filters, pageAfter } from './filters.ts'

/** Titles rarely name a size: who types one is shown the way to all that is listed in it. */
export function SizeHint({ filters }: { filters: Filters }) {
  const size = filters.size === '' ? readSize(filters.search)?.size : undefined
  if (size === undefined) return null
  return (
    <p className="mb-3">
      {t('Looking for a size?')}{' '}
      <Link
        to={pageAfter(filters, { search: '', size, category: ATTRIBUTES.ageSize.ofCategory })}
        className="link font-semibold"
      >
        {t('See everything in {size}', { size: t(AGE_LABELS[size]) })}
      </Link>
    </p>
  )
}
