import { useEffect, useEffectEvent, useId } from 'react'
import { afterStep, finishStep, step } from '../../lib/navigation.tsx'

/** The overlays that an entry of the history has open, outermost first. */
const overlaysIn = (state: unknown) => (state as { overlays?: string[] } | null)?.overlays ?? []

const opened = new Set<string>()

/** An open overlay has an entry of the history of its own, at the page's address. */
export function useBackCloses(open: boolean, onBack: () => void): void {
  const id = useId()
  const back = useEffectEvent(onBack)
  useEffect(() => {
    if (!open) return
    let isLeft = false
    const follow = (event: PopStateEvent) => {
      if (!overlaysIn(event.state).includes(id)) back()
    }
    const enter = () => {
      if (isLeft) return
      // The router's own part of the state stays: to it, this is the same place.
      const state = history.state as object | null
      const entry = overlaysIn(state)
      const below = entry.filter((other) => opened.has(other))
      // Where one overlay gives way to another, the entry passes on: going back from it would close the new one.
      const set = below.length < entry.length ? 'replaceState' : 'pushState'
      opened.add(id)
      history[set]({ ...state, overlays: [...below, id] }, '')
      window.addEventListener('popstate', follow)
    }
    afterStep(enter)
    return () => {
      isLeft = true
      opened.delete(id)
      window.removeEventListener('popstate', follow)
      // Closed by something else than Back. Who goes to another page with it has done so by then.
      setTimeout(leaveClosed)
    }
  }, [open, id])
}

/** Whether the last step through the history was one forward, where the browser tells. */
let steppedForward = false

/** Nothing is shown for the entry of an overlay that is closed: on to what was opened from it, or back. */
function leaveClosed(): void {
  const overlays = overlaysIn(history.state)
  if (overlays.length === 0 || overlays.every((id) => opened.has(id))) return
  step(steppedForward && window.navigation.canGoForward ? 1 : -1)
}

/** A reader who steps through the history, or reloads, may be at such an entry. */
if (typeof window !== 'undefined') {
  if ('navigation' in window)
    window.navigation.addEventListener('currententrychange', ({ from, navigationType }) => {
      steppedForward = navigationType === 'traverse' && from.index < (window.navigation.currentEntry?.index ?? 0)
    })
  window.addEventListener('popstate', () => setTimeout(leaveClosed))
  // The step before may have led to another document, from which this one comes back.
  window.addEventListener('pageshow', () => {
    finishStep()
    leaveClosed()
  })
  leaveClosed()
}
