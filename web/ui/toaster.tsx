import { Suspense, lazy, useEffect, useRef } from 'react'
import { useLastToast, useToast } from './toast.ts'

const ToastView = lazy(() => import('./toast-view.tsx'))

/**
 * Fetches the notification area with the first toast, and keeps it. Its place is marked as live from the start: an open
 * dialog hides the rest of the page from screen readers, except what was marked when it opened, and a toast fired from a
 * dialog has to be reached all the same. `off`, because each toast announces itself. Each has an area of its own: one
 * that is dismissed while it is pointed at would otherwise leave the time of the next one standing still.
 */
export function Toaster() {
  const toast = useToast()
  const last = useLastToast()
  const area = useRef<HTMLDivElement>(null)
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
      {last > 0 && (
        <Suspense fallback={null}>
          <ToastView key={last} toast={toast} />
        </Suspense>
      )}
    </div>
  )
}
