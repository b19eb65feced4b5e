import { Link } from 'react-router-dom'
import { type Filters, pageAfter } from './filters.ts'

/** That a typo was corrected, and the way to what was typed. @param instead what is shown */
export function Showing({ filters, instead }: { filters: Filters; instead: string }) {
  return (
    <p className="mb-3 break-words md:mb-4">
      Showing <strong>“{instead}”</strong>.{' '}
      <Link to={pageAfter(filters, { exact: 'true' })} preventScrollReset className="link">
        Search instead for “{filters.search}”
      </Link>
    </p>
  )
}
