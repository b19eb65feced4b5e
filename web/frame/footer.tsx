import { clsx } from 'clsx'
import { Link, useLocation } from '../lib/navigation.tsx'
import { enumerated } from '../lib/format.ts'
import { siteName, tagline } from '../lib/look.ts'
import { rich, t } from '../lib/t.ts'
import { useMember } from '../lib/use-member.ts'
import { useSite } from '../lib/use-site.ts'
import { SITE_PAGE_TITLES } from './site-page-titles.ts'
import { LanguageSelect } from '../ui/forms/language-select.tsx'

/** Screens that a visitor has as well. */
const FOR_VISITORS = /^\/($|item\/[^/]+$|neighbour\/|economy|terms|privacy|imprint|verify-statement)/

export function Footer() {
  const site = useSite()
  // On a phone a member's own screens end without it, the others with what the law and honesty ask for.
  const short = useMember() ? 'max-md:hidden' : ''
  const { pathname } = useLocation()
  const isOwn = short !== '' && !FOR_VISITORS.test(pathname)
  return (
    // Leaves room for the buy bar, which covers the end of a listing's page.
    <footer
      data-frame
      className={clsx(
        'border-t border-line bg-sunken text-sm text-muted max-wide:[body:has([aria-label=Buy])_&]:pb-26',
        short ? 'mt-8 py-2 md:mt-16 md:py-8' : 'mt-16 py-8',
        isOwn && short,
      )}
    >
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className={clsx('max-w-full flex-[1_1_20rem]', short)}>
          {rich('<name>{site}</name> · {tagline} · Open source under the MIT licence', {
            site: siteName(),
            tagline: tagline(),
            name: (text) => <span className="font-semibold text-ink">{text}</span>,
          })}
        </p>
        <nav aria-label={t('Footer')} className="flex max-w-full flex-wrap gap-x-6 gap-y-2">
          <a href="/#how" className="link inline-flex min-h-11 items-center">
            {t('How tokens work')}
          </a>
          <a href="/api/items.atom" className="link inline-flex min-h-11 items-center">
            {t('New items as a feed')}
          </a>
          {site?.pages.map((page) => (
            <Link key={page} to={`/${page}`} className="link inline-flex min-h-11 items-center">
              {t(SITE_PAGE_TITLES[page])}
            </Link>
          ))}
          <a href="/api/docs" className="link inline-flex min-h-11 items-center">
            {t('For developers')}
          </a>
          <LanguageSelect aria-label={t('Language')} className="w-44" />
        </nav>
      </div>
      <p className={clsx('page mt-1', short)}>
        {t(
          'Something wrong? Report an item, a message or a member right where you see it, or a trade on your purchases page.',
        )}
      </p>
      {site && (site.place !== null || site.contact !== null) && (
        <p className="page mt-3 wrap-anywhere">{[site.place, site.contact].filter(Boolean).join(' · ')}</p>
      )}
      {site && site.simulated.length > 0 && (
        <p className="page mt-3">{t('Simulated on this site: {parts}.', { parts: enumerated(site.simulated) })}</p>
      )}
    </footer>
  )
}
