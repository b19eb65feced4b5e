import type { ReactNode } from 'react'
import { t } from '../lib/t.ts'

/** Says, where no script runs, why something can't be done here. */
export const NeedsScript = ({ children }: { children: ReactNode }) => (
  <noscript>
    <p className="rounded-input bg-lamp-soft p-3 text-lamp-text">
      {children} {t('Please turn JavaScript on for this site, or use another browser.')}
    </p>
  </noscript>
)
