import { RotateCw } from 'lucide-react'
import { keepFocus } from '../../lib/browser/focus.ts'
import { t } from '../../lib/t.ts'

export function RetryButton({ position, onClick }: { position: number; onClick: () => void }) {
  return (
    <button
      ref={keepFocus}
      type="button"
      aria-label={t('Not sent: send photo {number} again', { number: position })}
      onClick={onClick}
      className="inline-flex min-h-11 items-center gap-2 rounded-full bg-danger px-4 text-sm font-semibold text-on-danger"
    >
      <RotateCw size={16} aria-hidden /> {t('Not sent')}
    </button>
  )
}
