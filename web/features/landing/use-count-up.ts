import { type RefObject, useEffect, useRef, useState } from 'react'

const DURATION_MS = 900

/** Counts up to the value when it first scrolls into view; what is visible from the start doesn't move. */
export function useCountUp(value: number): [number, RefObject<HTMLDivElement | null>] {
  const [share, setShare] = useState(1)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (!element || still || element.getBoundingClientRect().top < window.innerHeight) return
    let frame = 0
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      const start = performance.now()
      const step = (now: number) => {
        const passed = Math.min((now - start) / DURATION_MS, 1)
        setShare(1 - (1 - passed) ** 3)
        if (passed < 1) frame = requestAnimationFrame(step)
      }
      frame = requestAnimationFrame(step)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
  return [value * share, place]
}
