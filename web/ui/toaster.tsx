import { Suspense, lazy } from 'react'
import { useToast, useToastNeeded } from './toast.ts'

const ToastView = lazy(() => import('./toast-view.tsx'))

/**
 * Fetches the notification area with the first toast, and keeps it. Its place is marked as live from the start: an open
 * dialog hides the rest of the page from screen readers, except what was marked when it opened, and a toast fired from a
 * dialog has to be reached all the same. `off`, because each toast announces itself.
 */
export function Toaster() {
  const toast = useToast()
  const needed = useToastNeeded()
  return (
    <div aria-live="off">
      {needed && (
        <Suspense fallback={null}>
          <ToastView toast={toast} />
        </Suspense>
      )}
    </div>
  )
}
