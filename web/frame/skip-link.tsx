import { t } from '../lib/t.ts'

export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-60 focus:rounded-full focus:bg-primary focus:px-4 focus:py-3 focus:font-semibold focus:text-on-primary"
    >
      {t('Skip to content')}
    </a>
  )
}
