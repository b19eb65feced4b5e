import { Suspense, lazy, useRef } from 'react'
import { useToast } from './toast.ts'

const ToastView = lazy(() => import('./toast-view.tsx'))

/** Fetches the notification area with the first toast, and keeps it. */
export function Toaster() {
  const toast = useToast()
  const needed = useRef(false)
  needed.current ||= toast !== undefined
  if (!needed.current) return null
  return (
    <Suspense fallback={null}>
      <ToastView toast={toast} />
    </Suspense>
  )
}
