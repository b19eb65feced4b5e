import { useCallback, useState } from 'react'
import { fetchChunk } from '../lib/chunks.ts'

const loaded = new Map<() => Promise<unknown>, unknown>()

/**
 * Loads heavy code at the first sign of interest (hover, focus): returns the module once it is loaded, the function that
 * loads it, and one that loads it now and reports when that fails.
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
