import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from '../lib/navigation.tsx'
import { tabStore } from '../lib/browser/browser-store.ts'

const GIVE_UP_MS = 1500
/** The end of a scroll is told with the next frame: what is pressed before it can lead to another page by then. */
const LEAVING = ['scrollend', 'click', 'popstate', 'pagehide']

let visited = false

/** Where a page was left: what is above the link may have another height by the return. In px. */
interface Position {
  scrolled: number
  /** The first link in sight, and how far below the window's top. */
  link?: { href: string; top: number }
}

/**
 * Returns to what was in sight on back, forward and reload, once the page is long enough; other navigations start at
 * the top, also one to where the reader is. A filter changed deep in a list shows the new list from its top.
 */
export function useScroll(): void {
  const { key, pathname, search, hash, arrival } = useLocation()
  const before = useRef({ pathname: '', search: '' })
  // The first entry of every visit has the same key, so the path belongs to it.
  const place = `position:${key}:${pathname}`

  // A layout effect, so that leaving a page stops listening before the next one scrolls to its top.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => note(place)
    for (const event of LEAVING) window.addEventListener(event, remember, { capture: true })
    return () => {
      for (const event of LEAVING) window.removeEventListener(event, remember, { capture: true })
    }
  }, [place])

  const arrive = useEffectEvent(() => {
    const entered = !visited && !isReturn()
    visited = true
    const isFilter = before.current.pathname === pathname && before.current.search !== search
    before.current = { pathname, search }
    if (hash || entered) return
    if (arrival === 'returned') return restore(JSON.parse(tabStore.read(place) ?? '{"scrolled":0}') as Position)
    if (isFilter) scrollUpTo(document.getElementById('items'))
    else window.scrollTo(0, 0)
    // Nobody may scroll here before going back: the way forward leads to this position, too.
    note(place)
  })
  useLayoutEffect(() => arrive(), [key, pathname])
}

/** Whether this document was loaded by a reload, or by going back or forward. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate'
}

function note(place: string): void {
  const link = links().find((one) => topOf(one) >= 0)
  const seen = link && topOf(link) < window.innerHeight ? { link: { href: link.href, top: topOf(link) } } : {}
  tabStore.write(place, JSON.stringify({ scrolled: window.scrollY, ...seen } satisfies Position))
}

const links = () => [...document.querySelectorAll<HTMLAnchorElement>('main article a')]
const topOf = (element: Element) => element.getBoundingClientRect().top

/** To its first line, where that is above the window or under the bars that stay at its top. */
function scrollUpTo(list: HTMLElement | null): void {
  if (!list) return
  const bars = [getComputedStyle(list).scrollMarginTop, getComputedStyle(document.documentElement).scrollPaddingTop]
  const below = bars.reduce((sum, height) => sum + Number.parseFloat(height), 0)
  if (topOf(list) < below) list.scrollIntoView()
}

function restore({ scrolled, link }: Position): () => void {
  const reach = () => {
    window.scrollTo(0, scrolled)
    const from = distanceTo(link)
    if (from !== undefined) window.scrollBy(0, from)
    if (Math.abs(distanceTo(link) ?? scrolled - window.scrollY) <= 1) observer.disconnect()
  }
  const observer = new ResizeObserver(reach)
  observer.observe(document.body)
  reach()
  const timer = setTimeout(() => observer.disconnect(), GIVE_UP_MS)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

/** To where the link stood, in px; undefined where it is gone. A card can be in two lists of a page: the nearer one. */
function distanceTo(link: Position['link']): number | undefined {
  const distances = links().flatMap((one) => (one.href === link?.href ? [topOf(one) - link.top] : []))
  return distances.sort((a, b) => Math.abs(a) - Math.abs(b))[0]
}
