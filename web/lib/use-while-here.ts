import { useCallback, useEffect, useRef } from 'react'

/** Does what only makes sense on the page that asked for it: an answer may come when the member has gone elsewhere. */
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
