import { t } from '../lib/t.ts'
import { NeedsScript } from '../ui/needs-script.tsx'
import { Spinner } from '../ui/spinner.tsx'

export function PageLoading({ children = t('Loading...') }: { children?: string }) {
  return (
    <div className="page py-24">
      <NeedsScript>{t('This page needs JavaScript.')}</NeedsScript>
      <p role="status" className="flex items-center justify-center gap-3 text-muted noscript:hidden">
        <Spinner /> {children}
      </p>
    </div>
  )
}
