import { NeedsScript } from '../ui/needs-script.tsx'
import { Spinner } from '../ui/spinner.tsx'

export function PageLoading({ children = 'Loading...' }: { children?: string }) {
  return (
    <div className="page py-24">
      <NeedsScript>This page needs JavaScript.</NeedsScript>
      <p role="status" className="flex items-center justify-center gap-3 text-muted noscript:hidden">
        <Spinner /> {children}
      </p>
    </div>
  )
}
