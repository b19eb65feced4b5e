import { Fragment, type ReactNode } from 'react'
import { useLocation } from './lib/navigation.tsx'
import { ErrorBoundary } from './frame/error-boundary.tsx'
import { ConnectionNote } from './frame/connection-note.tsx'
import { BottomBar } from './frame/bottom-bar.tsx'
import { Footer } from './frame/footer.tsx'
import { Header } from './frame/header.tsx'
import { InstallOffer } from './frame/install/install-offer.tsx'
import { SuspensionNote } from './frame/suspension-note.tsx'
import { SkipLink } from './frame/skip-link.tsx'
import { useScroll } from './frame/use-scroll.ts'
import { useOwnLanguage } from './lib/language/language.ts'
import { setPageLook } from './lib/look.ts'
import { useSite } from './lib/use-site.ts'
import { SwrRoot } from './lib/swr-root.tsx'
import { useOwnDevice } from './lib/offline/whose-device.ts'
import { Pages } from './router.tsx'
import { Toaster } from './ui/toasts/toaster.tsx'

function OwnDevice() {
  useOwnDevice()
  useOwnLanguage()
  return null
}

/** Shows all of it as this market does. A shell without data learns that only later, and then begins anew. */
function Look({ children }: { children: ReactNode }) {
  const site = useSite()
  setPageLook(site)
  return <Fragment key={site && `${site.currency} ${site.units}`}>{children}</Fragment>
}

/** The whole site, inside a router. `data`: the API answers the server rendered the page with, by path. */
export function App({ data }: { data: Record<string, unknown> }) {
  useScroll()
  const { pathname } = useLocation()
  return (
    <SwrRoot data={data}>
      <OwnDevice />
      <Look>
        <ErrorBoundary place={pathname}>
          <SkipLink />
          <div className="flex min-h-dvh flex-col">
            <Header />
            <ConnectionNote />
            <SuspensionNote />
            <main id="content" tabIndex={-1} className="flex-1">
              <ErrorBoundary place={pathname}>
                <Pages />
              </ErrorBoundary>
            </main>
            <Footer />
            <BottomBar />
            <InstallOffer />
          </div>
          <Toaster />
        </ErrorBoundary>
      </Look>
    </SwrRoot>
  )
}
