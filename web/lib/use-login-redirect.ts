import { useEffect } from 'react'
import { toast } from '../ui/toasts/toast.ts'
import { loginPath } from './return-to.ts'
import { t } from './t.ts'

const NOTICE_MS = 500

/**
 * Sends a visitor to the sign-in screen and back to this page afterwards; a notice, if any, shows for half a second
 * first. Who goes back from there skips this page, which would send them on again.
 */
export function useLoginRedirect(visitor: boolean, notice?: string): void {
  useEffect(() => {
    if (!visitor) return
    if (notice) toast({ title: t('Unauthorized'), description: notice, tone: 'danger' })
    const leave = () => window.location.replace(loginPath(window.location.pathname + window.location.search))
    const timer = setTimeout(leave, notice ? NOTICE_MS : 0)
    return () => clearTimeout(timer)
  }, [visitor, notice])
}
