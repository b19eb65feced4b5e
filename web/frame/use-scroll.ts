import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from '../lib/navigation.tsx'
import { tabStore } from '../lib/browser/browser-store.ts'

const GIVE_UP_MS = 1500
/** The end of a scroll is told with the next frame: what is pressed before it can lead to another page by then. */
const LEAVING = ['scrollend', 'click', 'popstate', 'pagehide']

let visited = false

/**
 * Where a page was left, in px: what is above the cards can have another height by the return, as where the font has come
 * meanwhile. Signing out may leave it behind, so it doesn't tell what was looked at.
 */
interface Position {
  scrolled: number
  /** The first card in sight: its index among all, and how far its link was below the window's top. */
  card?: { index: number; top: number }
}

/**
 * Returns to what was in sight on back, forward and reload, once the page is long enough; other navigations start at
 * the top, also one to where the reader is. A filter changed deep in a list shows the new list from its top.
 */
export function useScroll(): void {
  const { key, pathname, search, hash, arrival } = useLocation()
  const before = useRef({ pathname: '', search: '' })
  // The first entry of every visit has the same key, so the path belongs to it.
  const place = `scroll:${key}:${pathname}`

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
    if (arrival === 'returned') return restore(positionAt(place))
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
  const tops = cards().map(topOf)
  const index = tops.findIndex((top) => top !== undefined && top >= 0 && top < window.innerHeight)
  const top = tops[index]
  tabStore.write(
    place,
    JSON.stringify({ scrolled: window.scrollY, ...(top !== undefined && { card: { index, top } }) } satisfies Position),
  )
}

function positionAt(place: string): Position {
  return JSON.parse(tabStore.read(place) ?? '{"scrolled":0}') as Position
}

const cards = () => [...document.querySelectorAll('main article a')]
/** Undefined for what isn't shown. */
const topOf = (element: Element | undefined) => element?.getClientRects()[0]?.top

/** To its first line, where that is above the window or under the bars that stay at its top. */
function scrollUpTo(list: HTMLElement | null): void {
  if (!list) return
  const bars = [getComputedStyle(list).scrollMarginTop, getComputedStyle(document.documentElement).scrollPaddingTop]
  const below = bars.reduce((sum, height) => sum + Number.parseFloat(height), 0)
  if (list.getBoundingClientRect().top < below) list.scrollIntoView()
}

function restore({ scrolled, card }: Position): () => void {
  const left = () => {
    const top = topOf(cards()[card?.index ?? -1])
    return card && top !== undefined ? top - card.top : scrolled - window.scrollY
  }
  const reach = () => {
    window.scrollTo(0, scrolled)
    window.scrollBy(0, left())
    if (Math.abs(left()) <= 1) observer.disconnect()
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
