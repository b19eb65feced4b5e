import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useMember } from '../../lib/use-member.ts'
import { PlainToast } from './plain-toast.tsx'
import { type Toast, useLastToast, useToast } from './toast.ts'

type View = ComponentType<{ toast: Toast | undefined }>

const IDLE_MS = 2000

/**
 * Loads the notification area with the first toast, and for a member once the page is idle; if that fails, a plain one
 * shows the words.
 * Its container is a live region from the start: an open dialog hides the rest of the page from screen readers, except
 * live regions present when it opened, and a toast fired from a dialog must stay reachable. `off`, because each toast
 * announces itself. Each toast has its own area: dismissing a hovered one would otherwise leave the next one's timer
 * paused.
 */
export function Toaster() {
  const toast = useToast()
  const last = useLastToast()
  const area = useRef<HTMLDivElement>(null)
  const [arrived, setArrived] = useState<{ View: View }>()
  const wanted = last > 0
  const isMember = Boolean(useMember())
  useEffect(() => {
    const arrive = (View: View) => setArrived({ View })
    const fetchView = () =>
      void import('./toast-view.tsx').then(
        (module) => arrive(module.default),
        () => arrive(PlainToast),
      )
    if (!wanted && !isMember) return
    const timer = setTimeout(fetchView, wanted ? 0 : IDLE_MS)
    return () => clearTimeout(timer)
  }, [wanted, isMember])
  useEffect(() => {
    // A dialog's focus trap listens on the document; it must let the focus go to a toast.
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
