import { useLocation } from '../lib/navigation.tsx'
import { loginPath } from '../lib/return-to.ts'
import { t } from '../lib/t.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shown to visitors on pages for members. */
export function LoginRequired({ title = t('Login Required'), children }: { title?: string; children: string }) {
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      as="h1"
      picture="door"
      title={title}
      action={
        <a href={loginPath(pathname + search)} className={buttonClass()}>
          {t('Log In')}
        </a>
      }
    >
      {children}
    </EmptyState>
  )
}
