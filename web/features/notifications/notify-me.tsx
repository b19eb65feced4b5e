import { BellRing, X } from 'lucide-react'
import { useState } from 'react'
import { messageFrom } from '../../lib/api.ts'
import { browserStore } from '../../lib/browser/browser-store.ts'
import { keepFocus } from '../../lib/browser/focus.ts'
import { t } from '../../lib/t.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FieldError } from '../../ui/forms/field.tsx'
import { usePush } from './use-push.ts'

const DECLINED = 'push-declined'

/** Offers push at the moment when the member waits for something; not where it is on, impossible or was declined. */
export function NotifyMe({ words, className = '' }: { words: string; className?: string }) {
  const { state, turnOn } = usePush()
  const [answer, setAnswer] = useState<'yes' | 'no'>()
  const { run, pending, error } = useAction(async () => {
    await turnOn()
    setAnswer('yes')
  })
  if (answer === 'yes' && state !== 'off') {
    return (
      <p role="status" className={`text-sm text-muted ${className}`}>
        {state === 'on'
          ? t("You'll get notifications on this device.")
          : t('Your browser blocks notifications. You can allow them in its settings for this site.')}
      </p>
    )
  }
  if (state !== 'off' || answer === 'no' || browserStore.read(DECLINED) !== null) return null
  const decline = () => {
    browserStore.write(DECLINED, 'yes')
    setAnswer('no')
  }
  return (
    <div className={className}>
      <div className="flex items-center justify-center gap-1">
        <Button variant="quiet" className="min-w-0" pending={pending} onClick={() => void run()}>
          {!pending && <BellRing size={18} aria-hidden className="shrink-0" />}
          {words}
        </Button>
        <button
          ref={keepFocus}
          type="button"
          aria-label={t("Don't offer notifications again")}
          onClick={decline}
          className={buttonClass({ variant: 'plain', size: 'icon' })}
        >
          <X size={20} aria-hidden />
        </button>
      </div>
      {error !== undefined && (
        <FieldError>
          {messageFrom(error, t("This didn't work here. You can try again in Account Settings."))}
        </FieldError>
      )}
    </div>
  )
}
