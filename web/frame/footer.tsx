import { Link } from 'react-router-dom'
import { useSite } from '../lib/use-site.ts'

export function Footer() {
  const site = useSite()
  return (
    <footer className="mt-16 border-t border-line bg-sunken py-8 text-sm text-muted">
      <div className="page flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
        <p>
          <span className="font-semibold text-ink">Outgrown</span> · Share locally, save globally
        </p>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-2">
          <Link to="/tokens" className="link">
            How tokens work
          </Link>
        </nav>
      </div>
      {site && site.simulated.length > 0 && (
        <p className="page mt-3">Simulated on this site: {site.simulated.join(', ')}.</p>
      )}
    </footer>
  )
}
