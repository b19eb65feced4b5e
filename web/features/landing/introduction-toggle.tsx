import { browserStore } from '../../lib/browser/browser-store.ts'
import { t } from '../../lib/t.ts'
import { Button } from '../../ui/button.tsx'

/**
 * Stored in the browser; `/theme.js` sets it as a class on the document root before the first paint, so nothing jumps. By
 * itself a member's introduction is closed on a phone and open elsewhere.
 */
function toggle(): void {
  const { classList } = document.documentElement
  const open = document.getElementById('introduction')?.checkVisibility() ?? false
  classList.toggle('intro-hidden', open)
  classList.toggle('intro-shown', !open)
  browserStore.write('introduction', open ? 'hidden' : 'shown')
}

export function IntroductionToggle({ className }: { className: string }) {
  return (
    <Button variant="plain" onClick={toggle} className={className}>
      <span className="intro-closed:hidden">{t('Hide the introduction')}</span>
      <span className="hidden intro-closed:inline">{t('Show the introduction')}</span>
    </Button>
  )
}
