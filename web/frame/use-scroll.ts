import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

const GIVE_UP_MS = 1500

/** Back and forward return to where one was, as soon as the page is long enough again; other navigations start at the top. */
export function useScroll(): void {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => sessionStorage.setItem(`scroll:${key}`, String(window.scrollY))
    window.addEventListener('scrollend', remember)
    window.addEventListener('pagehide', remember)
    return () => {
      window.removeEventListener('scrollend', remember)
      window.removeEventListener('pagehide', remember)
    }
  }, [key])

  const arrive = useEffectEvent(() => {
    if (hash) return
    if (type !== 'POP') {
      window.scrollTo(0, 0)
      return
    }
    const known = sessionStorage.getItem(`scroll:${key}`)
    return known === null ? undefined : restore(Number(known))
  })
  // Only a new page scrolls; a changed filter (same path) stays where it is.
  useLayoutEffect(() => arrive(), [pathname])
}

function restore(top: number): () => void {
  const reach = () => {
    window.scrollTo(0, top)
    if (window.scrollY >= top - 1) observer.disconnect()
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
