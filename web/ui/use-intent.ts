import { useCallback, useState } from 'react'

const loaded = new Map<() => Promise<unknown>, unknown>()

/**
 * Heavy code that waits for the first sign of interest (pointer over it, focus on it): returns the module once it is
 * here, and the function that sends for it.
 */
export function useIntent<M>(load: () => Promise<M>): [M | undefined, () => void] {
  const [module, setModule] = useState<M | undefined>(() => loaded.get(load) as M | undefined)
  const prime = useCallback(() => {
    void load().then((arrived) => {
      loaded.set(load, arrived)
      setModule(arrived)
    })
  }, [load])
  return [module, prime]
}
