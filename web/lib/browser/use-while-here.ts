import { useCallback, useLayoutEffect, useRef } from 'react'

/** Runs an action only while this page is shown: an answer may come after the member has left it, for which is `elsewhere`. */
export function useWhileHere(): (action: () => void, elsewhere?: () => void) => void {
  const here = useRef(false)
  // Other effects end only after the pages have given way to each other.
  useLayoutEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useCallback((action, elsewhere) => {
    if (here.current) action()
    else elsewhere?.()
  }, [])
}
