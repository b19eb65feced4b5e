import { useRef, useState } from 'react'
import type { Session } from '../../../src/modules/identity/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { call, messageFrom, path } from '../../lib/api.ts'
import { moveFocus } from '../../lib/browser/focus.ts'
import { t } from '../../lib/t.ts'
import { formatDay } from '../../lib/time.ts'
import { useAction } from '../../lib/use-action.ts'
import { useApi } from '../../lib/use-api.ts'
import { useSite } from '../../lib/use-site.ts'
import { deviceName } from '../../lib/device.ts'
import { becomeMember } from '../../lib/offline/whose-device.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { toast } from '../../ui/toasts/toast.ts'

const ConfirmDialog = lazyDialog(() => import('../../ui/overlays/confirm-dialog.tsx'))

/** Where the member is signed in, and how they end it. */
export function SessionsCard() {
  const { data: sessions, error, mutate } = useApi(path('/api/users/me/sessions'))
  const site = useSite()
  const heading = useRef<HTMLHeadingElement>(null)
  const [asking, setAsking] = useState(false)
  const signOutEverywhere = async () => {
    try {
      await call('DELETE /api/users/me/sessions')
    } catch (failure) {
      const description = messageFrom(failure, t('Please try again.'))
      toast({ title: t('You are still signed in'), description, tone: 'danger' })
      return
    }
    becomeMember(null)
    // A full page load: everything known about the member is forgotten.
    window.location.assign('/')
    // The dialog stays until then: one that closes goes back in the history, which would stop the page load.
    await new Promise(() => {})
  }
  const ended = async () => {
    await mutate()
    moveFocus(heading.current)
  }
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-extrabold outline-none">
        {t("Where you're signed in")}
      </h2>
      {sessions && (
        <ul className="mt-3 divide-y divide-line">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnded={ended} />
          ))}
        </ul>
      )}
      {!sessions && error === undefined && <PageLoading />}
      {!sessions && error !== undefined && (
        <LoadError title={t('The list could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="quiet" onPointerEnter={ConfirmDialog.prime} onClick={() => setAsking(true)}>
          {t('Sign out everywhere')}
        </Button>
        {site?.oidc && (
          <a href="/api/auth/oidc?returnTo=%2Faccount" className={buttonClass({ variant: 'quiet' })}>
            {t('Connect {provider}', { provider: site.oidc })}
          </a>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={t('Sign out everywhere?')}
          description={t(
            'Every device is signed out, this one too. Your passkeys and your calendar address stop working, and no browser is remembered: next time you log in with a code.',
          )}
          confirm={t('Sign out everywhere')}
          variant="danger"
          onConfirm={signOutEverywhere}
          onOpenChange={setAsking}
        />
      )}
    </Card>
  )
}

function whichSession({ current, startedAt }: Session): string {
  const day = startedAt && formatDay(startedAt)
  if (!current) return day ? t('since {day}', { day }) : ''
  return day ? t('This device, since {day}', { day }) : t('This device')
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => Promise<void> }) {
  const { run, pending } = useAction(async () => {
    await call('DELETE /api/users/me/sessions/:id', { params: { id: session.id } })
    await onEnded()
  })
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{deviceName(session.device)}</p>
        <p className="text-sm text-muted">{whichSession(session)}</p>
      </div>
      {!session.current && (
        <Button
          variant="quiet"
          pending={pending}
          aria-label={t('Sign out {device}', { device: deviceName(session.device) })}
          onClick={() => void run()}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}
