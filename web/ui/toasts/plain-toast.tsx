import { useEffect } from 'react'
import { type Toast, dismissToast } from './toast.ts'

const SHOWN_MS = 5000

/** The words of a toast, where its real view could not be fetched. */
export function PlainToast({ toast }: { toast: Toast | undefined }) {
  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast])
  if (!toast) return null
  return (
    <div
      role="alert"
      className="fixed inset-x-4 top-18 z-60 rounded-card border border-line bg-raised p-4 shadow-3 md:top-auto md:end-4 md:bottom-4 md:start-auto md:w-[388px]"
    >
      <p className="font-semibold">{toast.title}</p>
      {toast.description && <p className="text-sm text-muted">{toast.description}</p>}
    </div>
  )
}
