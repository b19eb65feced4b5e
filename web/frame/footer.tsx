import { useSite } from '../lib/use-site.ts'

export function Footer() {
  const site = useSite()
  return (
    // Leaves room for the buy bar, which covers the end of a listing's page.
    <footer
      data-frame
      className="mt-16 border-t border-line bg-sunken py-8 text-sm text-muted max-wide:[body:has([aria-label=Buy])_&]:pb-26"
    >
      <div className="page flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
        <p>
          <span className="font-semibold text-ink">Outgrown</span> · Share locally, save globally · Open source under
          the MIT licence
        </p>
        <nav aria-label="Footer" className="flex shrink-0 flex-wrap gap-x-6 gap-y-2 whitespace-nowrap">
          <a href="/#how" className="link inline-flex min-h-11 items-center">
            How tokens work
          </a>
          <a href="/api/docs" className="link inline-flex min-h-11 items-center">
            For developers
          </a>
        </nav>
      </div>
      <p className="page mt-1">
        Something wrong? Report an item, a message or a member where you see it; a trade, on your purchases.
      </p>
      {site && site.simulated.length > 0 && (
        <p className="page mt-3">Simulated on this site: {site.simulated.join(', ')}.</p>
      )}
    </footer>
  )
}
