import { useEffect } from 'react'

/** Keeps the screen on as long as it is shown, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let ended = false
    // A hidden page loses its lock.
    const take = async () => {
      if (document.hidden || !('wakeLock' in navigator)) return
      const taken = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (ended) await taken?.release()
      else lock = taken
    }
    void take()
    const again = () => void take()
    document.addEventListener('visibilitychange', again)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [])
}
