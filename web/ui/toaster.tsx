import { type ComponentType, useEffect, useRef, useState } from 'react'
import { PlainToast } from './plain-toast.tsx'
import { type Toast, useLastToast, useToast } from './toast.ts'

type View = ComponentType<{ toast: Toast | undefined }>

const IDLE_MS = 2000

/**
 * Fetches the notification area when the page has come to rest, or with the first toast; where it can't be had, the words
 * are shown all the same. Its place is marked as live from the start: an open
 * dialog hides the rest of the page from screen readers, except what was marked when it opened, and a toast fired from a
 * dialog has to be reached all the same. `off`, because each toast announces itself. Each has an area of its own: one
 * that is dismissed while it is pointed at would otherwise leave the time of the next one standing still.
 */
export function Toaster() {
  const toast = useToast()
  const last = useLastToast()
  const area = useRef<HTMLDivElement>(null)
  const [arrived, setArrived] = useState<{ View: View }>()
  const wanted = last > 0
  useEffect(() => {
    const arrive = (View: View) => setArrived({ View })
    const fetchView = () =>
      void import('./toast-view.tsx').then(
        (module) => arrive(module.default),
        () => arrive(PlainToast),
      )
    const timer = setTimeout(fetchView, wanted ? 0 : IDLE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  useEffect(() => {
    // A dialog listens on the document and pulls the focus back; on its way to a toast it may leave.
    const letGo = (event: FocusEvent) => {
      const to = event.type === 'focusin' ? event.target : event.relatedTarget
      if (to instanceof Node && area.current?.contains(to)) event.stopPropagation()
    }
    document.body.addEventListener('focusin', letGo)
    document.body.addEventListener('focusout', letGo)
    return () => {
      document.body.removeEventListener('focusin', letGo)
      document.body.removeEventListener('focusout', letGo)
    }
  }, [])
  return (
    <div ref={area} aria-live="off">
      {arrived && wanted && <arrived.View key={last} toast={toast} />}
    </div>
  )
}
