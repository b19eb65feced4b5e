import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { fetchChunk } from '../lib/chunks.ts'
import { Skeleton } from './skeleton.tsx'
import { toastUnreachable } from './toasts/toast.ts'

type Part<P> = ComponentType<P> & {
  /** Sends for it at the first sign of interest; a failure is told only when it is wanted. */
  prime: () => void
  /** Ends when it is here. */
  arrived: () => Promise<void>
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
  const arrived = async () => {
    if (!Loaded) keep(await load())
  }
  LazyPart.prime = () => void arrived().catch(() => undefined)
  LazyPart.arrived = arrived
  return LazyPart
}

const painted = new Map<string, () => Promise<void>>()

/**
 * A part that only some readers of a page have: its code comes with the part. Where the page is painted with it, it comes
 * before React takes the page over, so that no press is lost.
 * @param name of it, among all of them
 */
export function paintedPart<P extends object>(
  name: string,
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const LazyPart = lazyPart(load, () => undefined, <Skeleton className="h-24" />)
  painted.set(name, LazyPart.arrived)
  return (props) => (
    <div data-part={name} className="contents">
      <LazyPart {...props} />
    </div>
  )
}

/** Fetches the parts that a page is painted with; on the server, which has not painted it yet, all there are. */
export async function fetchParts(page?: ParentNode): Promise<void> {
  const names = page
    ? Array.from(page.querySelectorAll<HTMLElement>('[data-part]'), ({ dataset }) => dataset['part'] ?? '')
    : [...painted.keys()]
  await Promise.all(names.map(async (name) => painted.get(name)?.()))
}

interface DialogProps {
  onOpenChange: (open: boolean) => void
}

/** A dialog that closes again when it can't be fetched. */
export const lazyDialog = <P extends DialogProps>(load: () => Promise<{ default: ComponentType<P> }>): Part<P> =>
  lazyPart(load, ({ onOpenChange }) => onOpenChange(false))
