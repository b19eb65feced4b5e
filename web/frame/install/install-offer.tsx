import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from '../../lib/navigation.tsx'
import { browserStore, tabStore } from '../../lib/browser/browser-store.ts'
import { useInBrowser } from '../../lib/browser/use-in-browser.ts'
import { usePhone } from '../../lib/browser/use-phone.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

/** The number of visits, or `no` once the hint was closed. */
const VISITS = 'visits'
/** This tab's visit has been counted. */
const COUNTED = 'visit-counted'

/** Android's question whether to install the site, kept until a press; no type of TypeScript's. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

let kept: InstallPrompt | undefined
const listeners = new Set<() => void>()
function keep(prompt: InstallPrompt | undefined): void {
  kept = prompt
  for (const listener of listeners) listener()
}
if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    keep(event as InstallPrompt)
  })
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const InstallHint = lazyPart(
  () => import('./install-hint.tsx'),
  // It comes with another page, or another visit.
  (_: { install: (() => void) | undefined; onClose: () => void }) => undefined,
)

/** From the second visit on a phone: how the site becomes an app there; closed once, it never comes again. */
export function InstallOffer() {
  const { pathname } = useLocation()
  const prompt = useSyncExternalStore(
    subscribe,
    () => kept,
    () => undefined,
  )
  const isPhone = usePhone()
  const device = useInBrowser(deviceOf)
  const [visits, setVisits] = useState(0)
  useEffect(() => setVisits(countVisits()), [])
  const close = () => {
    browserStore.write(VISITS, 'no')
    setVisits(0)
    keep(undefined)
  }
  const offers = prompt !== undefined || device === 'iphone'
  if (visits < 2 || !isPhone || !offers || pathname !== '/') return null
  const install =
    prompt &&
    (() => {
      void prompt.prompt()
      close()
    })
  return <InstallHint install={install} onClose={close} />
}

/** @returns 0 once the hint was closed */
function countVisits(): number {
  const before = browserStore.read(VISITS)
  if (before === 'no') return 0
  const isCounted = tabStore.read(COUNTED) !== null
  const visits = Number(before ?? 0) + (isCounted ? 0 : 1)
  browserStore.write(VISITS, String(visits))
  tabStore.write(COUNTED, 'yes')
  return visits
}

/** Safari has no question to keep. It says itself whether it runs as an app. */
const deviceOf = () => ('standalone' in navigator && navigator.standalone === false ? 'iphone' : 'other')
