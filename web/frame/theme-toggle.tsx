import { Moon, Sun } from 'lucide-react'
import { browserStore } from '../lib/browser/browser-store.ts'
import { t } from '../lib/t.ts'
import { buttonClass } from '../ui/button.tsx'
import { Tooltip } from '../ui/overlays/tooltip.tsx'

/** With very large text as narrow as a thumb allows, so that all of them fit beside each other. */
export const HEADER_ICON = `${buttonClass({ variant: 'plain', size: 'icon' })} @max-[14rem]:w-[44px]`

/** The theme is a class on the document root, stored under `theme`; `/theme.js` sets it before the first paint. The browser's own bar is as the header. */
function toggleTheme(): void {
  const dark = document.documentElement.classList.toggle('dark')
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', getComputedStyle(document.body).getPropertyValue('--bg'))
  browserStore.write('theme', dark ? 'dark' : 'light')
}

export function ThemeToggle() {
  return (
    <Tooltip text={t('Toggle theme')}>
      <button type="button" aria-label={t('Toggle theme')} onClick={toggleTheme} className={HEADER_ICON}>
        <Moon size={20} aria-hidden className="dark:hidden" />
        <Sun size={20} aria-hidden className="hidden dark:block" />
      </button>
    </Tooltip>
  )
}
