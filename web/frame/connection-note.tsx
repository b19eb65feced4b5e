import { CloudOff, Hourglass, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from '../lib/navigation.tsx'
import { comeBack, oldestSince, useAway } from '../lib/offline/freshness.ts'
import { useOnlyLooking } from '../lib/offline/only-looking.ts'
import { type Outcome, discardWaiting, sendOutbox, useOutcomes, useWaiting } from '../lib/offline/outbox.ts'
import { t } from '../lib/t.ts'
import { momentOf } from '../lib/time.ts'
import { get, path } from '../lib/api.ts'
import { refresh } from '../lib/use-api.ts'
import { toast } from '../ui/toasts/toast.ts'

const LOOK_MS = 5000

const AGAIN_MS = 5000

/**
 * While the connection is away: of when the page is. Looks for the connection, and renews the page when it is back. The
 * same while the market can only be looked at.
 */
export function ConnectionNote() {
  const away = useAway()
  const onlyLooking = useOnlyLooking()
  useSendOutbox(away)
  return (
    <div role="status" data-frame>
      {away ? <Note /> : onlyLooking && <OnlyLookingNote />}
    </div>
  )
}

/** Has what waits for the connection sent, and says what came of it. */
function useSendOutbox(away: boolean): void {
  const waiting = useWaiting().some(({ refusal }) => refusal === undefined)
  useOutcomes(toastOutcome)
  useEffect(() => {
    if (!waiting || away) return
    sendOutbox()
    const timer = setInterval(sendOutbox, AGAIN_MS)
    return () => clearInterval(timer)
  }, [waiting, away])
}

async function toastOutcome({ entry }: Outcome): Promise<void> {
  const { kind, about, refusal } = entry
  if (refusal !== undefined) {
    const title = kind === 'message' ? t('Failed to send message') : t('Failed to confirm delivery')
    toast({ title, description: refusal, tone: 'danger' })
    // In its conversation a message can be tried again.
    if (kind !== 'message' || about === '') await discardWaiting(entry)
  }
  await refresh(kind === 'message' ? '/api/messages' : '/api')
}

function Note() {
  const count = useWaiting().filter(({ kind }) => kind !== 'sign-out').length
  const { pathname } = useLocation()
  const [shown, setShown] = useState({ pathname, since: 0 })
  if (shown.pathname !== pathname) setShown({ pathname, since: Date.now() })
  useEffect(() => {
    const look = async () => {
      const there = await fetch('/healthz', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (there) await comeBack(() => refresh('/api'))
    }
    const timer = setInterval(() => void look(), LOOK_MS)
    const now = () => void look()
    window.addEventListener('online', now)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', now)
    }
  }, [])
  return (
    <Band icon={CloudOff}>
      <strong className="font-semibold">{t("You're offline.")}</strong>{' '}
      {t('This is how it looked at {moment}. It may have changed since.', {
        moment: momentOf(oldestSince(shown.since)),
      })}
      {count > 0 &&
        ` ${t("{count, plural, one {# thing} other {# things}} of yours will go out once you're back.", { count })}`}
    </Band>
  )
}

/** Asks for something small until it comes from the market's own database again. */
function OnlyLookingNote() {
  useEffect(() => {
    const look = () => get(path('/api/impact/stats')).catch(() => undefined)
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => {
      clearInterval(timer)
      void refresh('/api')
    }
  }, [])
  return <Band icon={Hourglass}>{t('You can look around; buying is back in a moment.')}</Band>
}

function Band({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="border-b border-line bg-lamp-soft text-lamp-text">
      <span className="page flex items-start gap-2 py-2 text-sm">
        <Icon size={18} aria-hidden className="mt-px shrink-0" />
        <span>{children}</span>
      </span>
    </p>
  )
}
