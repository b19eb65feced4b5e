import { Spinner } from '../ui/spinner.tsx'

export function PageLoading({ children = 'Loading...' }: { children?: string }) {
  return (
    <p role="status" className="page flex items-center justify-center gap-3 py-24 text-muted">
      <Spinner /> {children}
    </p>
  )
}
