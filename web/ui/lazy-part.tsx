import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { fetchChunk } from '../lib/chunks.ts'
import { toastUnreachable } from './toasts/toast.ts'

type Part<P> = ComponentType<P> & {
  /** Sends for it at the first sign of interest; a failure is told only when it is wanted. */
  prime: () => void
}

/**
 * A part of a page whose code comes when it is wanted. Where it can't be fetched, a toast says so.
 * @param onLost undoes what asked for it, so that it can be asked for again
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  onLost: (props: P) => void,
  waiting: ReactNode = null,
): Part<P> {
  let Loaded: ComponentType<P> | undefined
  const keep = (module: { default: ComponentType<P> }) => {
    Loaded = module.default
  }
  function LazyPart(props: P) {
    const [, setArrived] = useState(Loaded !== undefined)
    const lost = useEffectEvent(() => {
      toastUnreachable()
      onLost(props)
    })
    useEffect(() => {
      if (Loaded) return
      let here = true
      fetchChunk(load).then(
        (module) => {
          keep(module)
          if (here) setArrived(true)
        },
        () => {
          if (here) lost()
        },
      )
      return () => {
        here = false
      }
    }, [])
    return Loaded ? <Loaded {...props} /> : waiting
  }
  LazyPart.prime = () => void load().then(keep, () => undefined)
  return LazyPart
}

interface DialogProps {
  onOpenChange: (open: boolean) => void
}

/** A dialog that closes again when it can't be fetched. */
export const lazyDialog = <P extends DialogProps>(load: () => Promise<{ default: ComponentType<P> }>): Part<P> =>
  lazyPart(load, ({ onOpenChange }) => onOpenChange(false))
