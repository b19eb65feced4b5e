import { Moon, Sun } from 'lucide-react'
import { browserStore } from '../lib/browser-store.ts'
import { buttonClass } from '../ui/button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'

/** The theme is a class on the document root, stored under `theme`; `/theme.js` sets it before the first paint. */
function toggleTheme(): void {
  const dark = document.documentElement.classList.toggle('dark')
  browserStore.write('theme', dark ? 'dark' : 'light')
}

export function ThemeToggle() {
  return (
    <Tooltip text="Toggle theme">
      <button
        type="button"
        aria-label="Toggle theme"
        onClick={toggleTheme}
        className={buttonClass({ variant: 'plain', size: 'icon' })}
      >
        <Moon size={20} aria-hidden className="dark:hidden" />
        <Sun size={20} aria-hidden className="hidden dark:block" />
      </button>
    </Tooltip>
  )
}
