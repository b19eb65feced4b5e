import { clsx } from 'clsx'
import { Share, X } from 'lucide-react'
import { siteName } from '../../lib/look.ts'
import { rich, t } from '../../lib/t.ts'
import { useMember } from '../../lib/use-member.ts'
import { Button, buttonClass } from '../../ui/button.tsx'

interface Props {
  /** Undefined on an iPhone, where it takes two taps in Safari's own menu. */
  install: (() => void) | undefined
  onClose: () => void
}

export default function InstallHint({ install, onClose }: Props) {
  const isMember = Boolean(useMember())
  return (
    <aside
      data-frame
      aria-label={t('Install {site}', { site: siteName() })}
      className={clsx(
        'fixed inset-x-3 z-20 flex animate-rise items-center gap-3 rounded-card border border-line bg-raised p-3 pe-1 shadow-2',
        isMember
          ? 'bottom-[calc(4rem+env(safe-area-inset-bottom))]'
          : 'bottom-[max(0.5rem,env(safe-area-inset-bottom))]',
      )}
    >
      <img src="/icons/192.png" alt="" width={40} height={40} className="rounded-input" />
      <p className="min-w-0 grow text-sm">
        {install
          ? t('{site} on your home screen, one tap away.', { site: siteName() })
          : rich('To keep {site} on your home screen, tap <icon></icon> Share, then Add to Home Screen.', {
              site: siteName(),
              icon: () => <Share size={16} aria-hidden className="inline align-text-bottom" />,
            })}
      </p>
      {install && (
        <Button variant="primary" onClick={install}>
          {t('Install')}
        </Button>
      )}
      <button
        type="button"
        aria-label={t("Don't offer this again")}
        onClick={onClose}
        className={buttonClass({ variant: 'plain', size: 'icon' })}
      >
        <X size={20} aria-hidden />
      </button>
    </aside>
  )
}
