import { useCallback, useEffect, useRef } from 'react'

/** Runs an action only while this page is shown: an answer may come after the member has left it. */
export function useWhileHere(): (action: () => void) => void {
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useCallback((action) => {
    if (here.current) action()
  }, [])
}
