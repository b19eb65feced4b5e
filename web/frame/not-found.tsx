import type { ReactNode } from 'react'
import { Link } from '../lib/navigation.tsx'
import { PageHead } from '../lib/head.tsx'
import { t } from '../lib/t.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** In place of a page about something that is not there; also the status of the answer. @param children why that may be */
export function NotFound({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageHead title={title} status={404} />
      <EmptyState
        as="h1"
        picture="magnifier"
        title={title}
        action={
          <Link to="/" className={buttonClass()}>
            {t('Back to Home')}
          </Link>
        }
      >
        {children}
      </EmptyState>
    </>
  )
}
