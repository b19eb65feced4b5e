import { Link } from '../../lib/navigation.tsx'
import { rich, t } from '../../lib/t.ts'
import { type Filters, pageAfter } from './filters.ts'

/** The note that a typo was corrected, and the way to what was typed. @param instead what is shown */
export function Showing({ filters, instead }: { filters: Filters; instead: string }) {
  return (
    <p className="mb-3 break-words md:mb-4">
      {rich('Showing {search}.', { search: <strong>“{instead}”</strong> })}{' '}
      <Link to={pageAfter(filters, { exact: 'true' })} className="link">
        {t('Search instead for “{search}”', { search: filters.search })}
      </Link>
    </p>
  )
}
