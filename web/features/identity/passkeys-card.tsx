import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { useRef } from 'react'
import type { Passkey, User } from '../../../src/modules/identity/contract.ts'
import { PageLoading } from '../../frame/page-loading.tsx'
import { call, path } from '../../lib/api.ts'
import { deviceName } from '../../lib/device.ts'
import { moveFocus } from '../../lib/browser/focus.ts'
import { t } from '../../lib/t.ts'
import { formatDay } from '../../lib/time.ts'
import { useAction } from '../../lib/use-action.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { useFreshCode } from './use-fresh-code.tsx'

/** Passkeys: signing in with the phone's or computer's own lock, without a code. */
export function PasskeysCard({ member }: { member: User }) {
  const { data: passkeys, error, mutate } = useApi(path('/api/users/me/passkeys'))
  const heading = useRef<HTMLHeadingElement>(null)
  const { withCode, dialog } = useFreshCode(member)
  const make = async () => {
    const [{ startRegistration }, options] = await Promise.all([
      import('@simplewebauthn/browser'),
      call('POST /api/users/me/passkeys/options'),
    ])
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
    const credential = { ...(await startRegistration({ optionsJSON })) }
    await call('POST /api/users/me/passkeys', {
      body: { credential: { ...credential, response: { ...credential.response } } },
    })
    await mutate()
    toast({ title: t('Passkey added!'), description: t('Next time, choose "Use a passkey" to log in.') })
  }
  const add = useAction(() => withCode(make))
  const removed = async () => {
    await mutate()
    moveFocus(heading.current)
  }
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-extrabold outline-none">
        {t('Passkeys')}
      </h2>
      <p className="text-muted">{t('Log in with your fingerprint, face or screen lock instead of a code.')}</p>
      {passkeys && passkeys.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={removed} />
          ))}
        </ul>
      )}
      {!passkeys && error === undefined && <PageLoading />}
      {!passkeys && error !== undefined && (
        <LoadError title={t('Your passkeys could not be loaded')} error={error} onRetry={() => void mutate()} />
      )}
      <Button variant="quiet" className="mt-3" pending={add.pending} onClick={() => void add.run()}>
        {!add.pending && <KeyRound size={18} aria-hidden />}
        {t('Add a passkey')}
      </Button>
      <FormError error={add.error} otherwise={t('No passkey was made. You can try again.')} />
      {dialog}
    </Card>
  )
}

function PasskeyRow({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => Promise<void> }) {
  const { run, pending } = useAction(async () => {
    await call('DELETE /api/users/me/passkeys/:id', { params: { id: passkey.id } })
    await onRemoved()
  })
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{deviceName(passkey.device)}</p>
        <p className="text-sm text-muted">
          {passkey.lastUsedAt
            ? t('last used {day}', { day: formatDay(passkey.lastUsedAt) })
            : t('added {day}', { day: formatDay(passkey.createdAt) })}
        </p>
      </div>
      <Button
        variant="quiet"
        pending={pending}
        aria-label={t('Remove the passkey of {device}', { device: deviceName(passkey.device) })}
        onClick={() => void run()}
      >
        {t('Remove')}
      </Button>
    </li>
  )
}
