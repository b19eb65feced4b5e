import { useCallback, useState } from 'react'
import { fetchChunk } from '../lib/chunks.ts'

const loaded = new Map<() => Promise<unknown>, unknown>()

/**
 * Heavy code that waits for the first sign of interest (pointer over it, focus on it): returns the module once it is
 * here, the function that sends for it, and the one that wants it now and tells when it can't be had.
 */
export function useIntent<M>(load: () => Promise<M>): [M | undefined, () => void, (onLost: () => void) => void] {
  const [module, setModule] = useState<M | undefined>(() => loaded.get(load) as M | undefined)
  const keep = useCallback(
    (arrived: M) => {
      loaded.set(load, arrived)
      setModule(arrived)
    },
    [load],
  )
  const prime = useCallback(() => void load().then(keep, () => undefined), [load, keep])
  const demand = useCallback((onLost: () => void) => void fetchChunk(load).then(keep, onLost), [load, keep])
  return [module, prime, demand]
}
